import type { AskWindow, WindowPerson } from '#src/sync/window-messages.ts'
import type { ConsoleWindow } from './alert-context.ts'

/** Whether the console runs in this window for this person; undefined where it does not say within `withinMs`. */
export function askWindow(
  window: Pick<ConsoleWindow, 'postMessage'>,
  person: WindowPerson | null,
  withinMs: number,
): Promise<boolean | undefined> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const timer = setTimeout(() => finish(undefined), withinMs)
    const finish = (answer: boolean | undefined) => {
      clearTimeout(timer)
      port1.close()
      resolve(answer)
    }
    port1.onmessage = ({ data }: MessageEvent<unknown>) => finish(data === true)
    const question: AskWindow = { type: 'ASK_WINDOW', person }
    window.postMessage(question, [port2])
  })
}
