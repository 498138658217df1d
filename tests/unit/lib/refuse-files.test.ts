import { expect, it } from 'vitest'
import { refuseFiles } from '#src/lib/refuse-files.ts'

it.each([
  ['files that nobody takes are refused', ['Files'], false, 'none'],
  ['files that a thread takes are left to it', ['Files'], true, 'copy'],
  ['a piece of text goes where it goes', ['text/plain'], false, 'copy'],
] as const)('what is dragged over the console: %s', (_, types, isTaken, effect) => {
  let isPrevented = false
  const dataTransfer: Pick<DataTransfer, 'types' | 'dropEffect'> = { types, dropEffect: 'copy' }
  refuseFiles({
    defaultPrevented: isTaken,
    dataTransfer,
    preventDefault: () => (isPrevented = true),
  })
  expect({ isPrevented, effect: dataTransfer.dropEffect }).toEqual({ isPrevented: effect === 'none', effect })
})
