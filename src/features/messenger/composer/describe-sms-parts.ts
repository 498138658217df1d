import type { SmsParts } from '#src/domain/text/sms-parts.ts'

/** The number of parts from the second on, and why they are short; both are empty below. */
export function describeSmsParts({ parts, encoding }: SmsParts): { count: string; why: string } {
  if (parts < 2) return { count: '', why: '' }
  return { count: `${parts} parts`, why: encoding === 'unicode' ? 'unicode: shorter parts' : '' }
}
