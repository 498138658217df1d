/** A number of things, its thousands apart: `12,345`. Without `Intl` (`src/domain/wall-clock.ts`). */
export function formatCount(count: number): string {
  return String(Math.round(count)).replace(/\B(?=(?:\d{3})+$)/g, ',')
}
