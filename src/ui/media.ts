/** A screen that shows one of the messenger's columns at a time (specification section 9: 800 px). */
export const PHONE_MEDIA = '(max-width: 799px)'
/** A screen with room for the messenger's columns side by side. */
export const DESKTOP_MEDIA = '(min-width: 800px)'
