import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import type { ConsolePage } from './console-page.ts'

export function trainingCard({ page }: ConsolePage): Locator {
  return page.getByRole('region', { name: 'TRAIN & PUBLISH' })
}

/** From the list, of which not everything is drawn, to an intent's page. */
export async function openEditor({ page }: ConsolePage, name: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search intents...', exact: true }).fill(name)
  await page.getByRole('link', { name: `Edit ${name}`, exact: true }).click()
  await page.getByRole('heading', { name: `Edit intent: ${name}`, exact: true }).waitFor()
}

/** Types a question and adds it with Enter. */
export async function typeQuestion({ page }: ConsolePage, text: string): Promise<void> {
  const field = page.getByLabel('New question')
  await field.fill(text)
  await field.press('Enter')
  expect(await field.inputValue()).toBe('')
}

/** The action's choices as tabs: by arrows, fewer and more, and asked about before they go. */
export async function chooseTimes(desk: ConsolePage): Promise<void> {
  const { page } = desk
  const action = page.getByLabel('ACTION', { exact: true })
  const panel = page.getByRole('tabpanel')
  await action.selectOption('yes/no')
  expect(await page.getByRole('tab').allInnerTexts()).toEqual(['yes', 'no'])
  expect(await desk.button(/^Remove the choice/).count()).toBe(0)
  await panel.getByLabel('RESPONSE').fill('Lovely.')
  await action.selectOption('choice')
  const dialog = page.getByRole('dialog', { name: 'Change the action?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await action.inputValue()).toBe('yes/no')
  await action.selectOption('choice')
  await dialog.getByRole('button', { name: 'Change the action' }).click()
  expect(await page.getByRole('tab').allInnerTexts()).toEqual(['Choice 1', 'Choice 2', 'Choice 3'])

  await page.getByRole('tab', { name: 'Choice 1' }).press('ArrowRight')
  expect(await page.getByRole('tab', { name: 'Choice 2' }).getAttribute('aria-selected')).toBe('true')
  await desk.button('Remove the choice Choice 2').click()
  expect(await desk.button(/^Remove the choice/).count()).toBe(0)
  await page.getByRole('tab', { name: 'Choice 1' }).click()
  await panel.getByLabel('Choice', { exact: true }).fill('At noon')
  await panel.getByLabel('RESPONSE').fill('See you at noon.')
  await page.getByRole('tab', { name: 'Choice 3' }).click()
  await panel.getByLabel('Choice', { exact: true }).fill(' ')
  await page.getByText('Choice 2 has no name.').waitFor()
  expect(await desk.button('SAVE INTENT').isDisabled()).toBe(true)
  await panel.getByLabel('Choice', { exact: true }).fill('Never')
  await panel.getByRole('switch', { name: 'Redirect to: is custom' }).click()
  await panel.getByRole('textbox', { name: 'Redirect to' }).fill('Goodbye')
}
