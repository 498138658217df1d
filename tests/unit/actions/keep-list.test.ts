import { describe, expect, it } from 'vitest'
import { clearMirror } from '#src/actions/clear-mirror.ts'
import { keepList } from '#src/actions/keep-list.ts'
import { typicalAnswersSchema } from '#src/contract/typical-answers.ts'
import { readList } from '#src/db/mirror/lists.ts'
import { NOON, openDevice } from '#tests/support/local.ts'

const WIFI = { id: '1', label: 'Wi-Fi', answer: 'Harbourlight Guest' }

describe('a list that only exists online', () => {
  it('is kept as it was last read, and goes with the mirror', async () => {
    const { workspace } = await openDevice()
    const read = () => readList(workspace.mirror, 'typical-answers', typicalAnswersSchema)
    expect(await read()).toBeNull()
    await keepList(workspace, 'typical-answers', [{ ...WIFI, label: 'WLAN' }], NOON)
    await keepList(workspace, 'typical-answers', [WIFI], NOON + 1)
    expect(await read()).toEqual({ rows: [WIFI], readAt: NOON + 1 })
    await clearMirror(workspace, NOON)
    expect(await read()).toBeNull()
  })

  it('of another build is shown as far as this one can read it', async () => {
    const { workspace } = await openDevice()
    await keepList(workspace, 'typical-answers', [{ ...WIFI, answer: { html: 'Guest' } }], NOON)
    const kept = await readList(workspace.mirror, 'typical-answers', typicalAnswersSchema)
    expect(kept?.rows).toEqual([{ ...WIFI, answer: '', unreadable: ['answer'] }])
  })

  it('is not kept for a session that has ended', async () => {
    const { workspace } = await openDevice()
    await workspace.mirror.meta.put({ key: 'epoch', value: workspace.epoch + 1 })
    await keepList(workspace, 'typical-answers', [WIFI], NOON)
    expect(await workspace.mirror.lists.count()).toBe(0)
  })
})
