/** The earliest of some instants, ms; null where there is none. */
export function findEarliest(instants: readonly (number | null)[]): number | null {
  let earliest: number | null = null
  for (const at of instants) if (at !== null && (earliest === null || at < earliest)) earliest = at
  return earliest
}
