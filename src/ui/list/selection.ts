/** The rows that are ticked, by id. */
export type Selection = ReadonlySet<string>

export function toggleOne(selection: Selection, id: string): Selection {
  const next = new Set(selection)
  if (!next.delete(id)) next.add(id)
  return next
}

/** All of the rows that can be chosen, or none where all of them were. */
export function toggleAll(selection: Selection, choosable: readonly string[]): Selection {
  const next = new Set(selection)
  const areAll = readExtent(selection, choosable) === 'all'
  for (const id of choosable) {
    if (areAll) next.delete(id)
    else next.add(id)
  }
  return next
}

/** How many of the rows that can be chosen are. */
export function readExtent(selection: Selection, choosable: readonly string[]): 'none' | 'some' | 'all' {
  const count = choosable.filter((id) => selection.has(id)).length
  if (count === 0) return 'none'
  return count === choosable.length ? 'all' : 'some'
}
