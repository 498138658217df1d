import type { AriaAttributes } from 'react'

type SaidOfInput = Pick<AriaAttributes, 'aria-invalid' | 'aria-describedby'> & {
  /** `auto`: what is typed decides. */
  dir?: 'auto'
}

/**
 * What is said of a field itself. Handed to Mantine's text fields and selects directly, these go to the frame around the field,
 * or nowhere.
 */
export function toInput(attributes: SaidOfInput): { attributes: { input: SaidOfInput } } {
  return { attributes: { input: attributes } }
}
