interface Counts {
  operations: number
  drafts: number
}

/** What waits in an outbox, in words: '2 things unsent', '1 draft', '1 thing unsent and 2 drafts'. */
export function describeCounts({ operations, drafts }: Counts): string {
  const parts = [
    operations > 0 ? `${operations} ${operations === 1 ? 'thing' : 'things'} unsent` : null,
    drafts > 0 ? `${drafts} ${drafts === 1 ? 'draft' : 'drafts'}` : null,
  ]
  return parts.filter((part) => part !== null).join(' and ')
}
