import type { ReactElement } from 'react'

/**
 * What may stand beside others within an element: anything that React draws but bare text, which a page's translation takes
 * out from under React's hands (decision 055).
 */
export type Elements = ReactElement | boolean | null | undefined | Iterable<Elements>
