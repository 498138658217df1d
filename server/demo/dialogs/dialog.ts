/** Who says a line: the guest, the bot, or a member of staff. */
export type Speaker = 'guest' | 'bot' | 'staff'

/** One line of a dialog; one of `wordings` is said. `attaches` names a file or card that comes with it. */
export interface Line {
  speaker: Speaker
  wordings: string[]
  attaches: string | null
}

/** A stretch of conversation about one thing. */
export interface Dialog {
  topic: string
  lines: Line[]
}

const SPEAKERS: Record<string, Speaker> = { G: 'guest', B: 'bot', S: 'staff' }
const LINE_PATTERN = /^([GBS])(?:\[([\w-]+)\])?: (.+)$/

/**
 * Reads dialogs as they are written down: `# topic` begins one, then `G:`, `B:` and `S:` lines (guest, bot, staff).
 * ` / ` separates wordings of a line, `[name]` after the letter attaches a file, `\n` breaks a line. Throws on a line
 * that is none of these, so that a slip of the pen is found by the first test.
 */
export function readDialogs(script: string): Dialog[] {
  const dialogs: Dialog[] = []
  for (const raw of script.split('\n')) {
    const text = raw.trim()
    if (text === '') continue
    if (text.startsWith('# ')) {
      dialogs.push({ topic: text.slice(2), lines: [] })
      continue
    }
    const match = LINE_PATTERN.exec(text)
    const speaker = SPEAKERS[match?.[1] ?? '']
    const dialog = dialogs.at(-1)
    if (!match || !speaker || !dialog) throw new Error(`Not a line of a dialog: ${text}`)
    const wordings = (match[3] ?? '').split(' / ').map((wording) => wording.replaceAll('\\n', '\n'))
    dialog.lines.push({ speaker, wordings, attaches: match[2] ?? null })
  }
  return dialogs
}
