/** Pixels as a canvas gives them: red, green, blue and alpha of one after another, row by row. */
export interface Pixels {
  width: number
  data: ArrayLike<number>
}

/** From this share of pixels on that are just as the one before them, a picture was drawn by a program and not by light. */
const SHARP_SHARE = 0.5
/** Scaling may take a little from the rim of a picture without any transparency. */
const CLEAR_BELOW = 250

/**
 * Whether a picture was drawn rather than taken: screenshots, text, plans. Flat areas and sharp edges are what a JPEG makes
 * unreadable and what lossless formats are small for; in photos hardly any pixel is as the one before it. Samples are enough.
 */
export function isSharp(samples: readonly Pixels[]): boolean {
  let compared = 0
  let same = 0
  for (const { width, data } of samples) {
    for (let at = 4; at + 3 < data.length; at += 4) {
      if ((at / 4) % width === 0) continue
      compared += 1
      if (isAsBefore(data, at)) same += 1
    }
  }
  return compared > 0 && same >= compared * SHARP_SHARE
}

/** Whether any of these pixels can be seen through. */
export function isClear({ data }: Pixels): boolean {
  for (let at = 3; at < data.length; at += 4) {
    if ((data[at] ?? 255) < CLEAR_BELOW) return true
  }
  return false
}

function isAsBefore(data: ArrayLike<number>, at: number): boolean {
  for (let part = 0; part < 4; part += 1) {
    if (data[at + part] !== data[at + part - 4]) return false
  }
  return true
}
