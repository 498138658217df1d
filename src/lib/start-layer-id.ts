/** The element that the worker draws beside `#root` (W6). */
export const START_LAYER_ID = 'start-layer'
