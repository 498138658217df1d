import { describe, expect } from 'vitest'
import type { SeenRequest } from '#tests/support/fault-proxy.ts'
import { journeyAlone } from '#tests/support/journey.ts'
import { ListPage } from '#tests/support/list-page.ts'

/** The last call of an intent that is added. */
const isLast = ({ method, path }: SeenRequest) => method === 'POST' && path.startsWith('/api/luis/dialog')

describe('a form that is left while it is being saved', () => {
  journeyAlone('ends behind whoever has gone on, and leaves them where they are', async (hotel) => {
    const desk = await (await hotel.openDesk()).openTab()
    const { page } = desk
    await desk.signIn('operator')
    const main = page.getByRole('navigation', { name: 'Main' })
    await main.getByRole('link', { name: 'Intents' }).click()
    await page.getByRole('link', { name: 'ADD NEW INTENT' }).click()
    await page.getByLabel('Name', { exact: true }).fill('saved behind')
    await page.getByLabel('RESPONSE').fill('It is there.')

    const arrival = hotel.line.holdNext(isLast)
    await desk.button('SAVE INTENT').click()
    const lastCall = await arrival
    await main.getByRole('link', { name: 'Conversations' }).click()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Leave' }).click()
    await desk.thread.waitFor()
    const places = await page.evaluateHandle(() => {
      const paths: string[] = []
      navigation.addEventListener('navigate', ({ destination }) =>
        paths.push(new URL(destination.url).pathname),
      )
      return paths
    })
    lastCall.letGo()
    await main.getByRole('link', { name: 'Intents' }).click()
    const list = new ListPage(desk, { one: 'intent', many: 'intents' })
    await list.search('saved behind')
    await list.row('saved behind').getByText('It is there.').waitFor()
    expect(await places.jsonValue()).toEqual(['/intents'])
  })
})
