import { useEffect, useState } from 'react'

/** Red, green and blue, 0 to 255. */
export type Colour = readonly [number, number, number]

interface ThemeColours {
  /** Where there is nothing. */
  empty: Colour
  ground: Colour
  full: Colour
  words: Colour
}

/** The theme's colours as a canvas takes them; read again when the theme changes. */
export function useThemeColours(): ThemeColours {
  const [colours, setColours] = useState(readColours)
  useEffect(() => {
    const read = () => setColours(readColours())
    const media = window.matchMedia('(prefers-color-scheme: dark)')
    const chosen = new MutationObserver(read)
    media.addEventListener('change', read)
    chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => {
      media.removeEventListener('change', read)
      chosen.disconnect()
    }
  }, [])
  return colours
}

/** From one colour to another; `share` 0 to 1. */
export function mix(from: Colour, to: Colour, share: number): string {
  const [red, green, blue] = from.map((part, index) =>
    Math.round(part + ((to[index] ?? part) - part) * share),
  )
  return `rgb(${red}, ${green}, ${blue})`
}

function readColours(): ThemeColours {
  return {
    empty: readColour('--raised'),
    ground: readColour('--surface'),
    full: readColour('--accent'),
    words: readColour('--ink-3'),
  }
}

/** A variable's own text may be a function of the theme: what an element gets of it is a colour. */
function readColour(name: string): Colour {
  const probe = document.createElement('i')
  probe.style.color = `var(${name})`
  document.body.append(probe)
  const [red = 0, green = 0, blue = 0] =
    getComputedStyle(probe)
      .color.match(/\d+(\.\d+)?/g)
      ?.map(Number) ?? []
  probe.remove()
  return [red, green, blue]
}
