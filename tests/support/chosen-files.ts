import type { Locator } from 'playwright-core'
import type { ConsolePage } from './console-page.ts'

/** A file as a person has it on the machine. */
export interface ChosenFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** Chooses files with the composer's button. */
export async function chooseFiles(agent: ConsolePage, files: ChosenFile[]): Promise<void> {
  const chooser = agent.page.waitForEvent('filechooser')
  await agent.button('Attach files').click()
  await (await chooser).setFiles(files)
}

/** The names of the files in the draft, in their order; one that is still prepared is among them. */
export function listTray(agent: ConsolePage): Promise<string[]> {
  return agent.page
    .getByRole('button', { name: /^Remove / })
    .evaluateAll((buttons) =>
      buttons.map((button) => button.getAttribute('aria-label')?.replace('Remove ', '') ?? ''),
    )
}

/** Pastes a file into the message box, as a screenshot from the clipboard is. */
export async function pasteFile(agent: ConsolePage, file: ChosenFile): Promise<void> {
  const data = await makeTransfer(agent, [file])
  await agent.composer.evaluate((box, clipboardData) => {
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, data)
}

/** Drags files over the thread; what is returned lets go of them. */
export async function dragFiles(agent: ConsolePage, files: ChosenFile[]): Promise<() => Promise<void>> {
  const dataTransfer = await makeTransfer(agent, files)
  await agent.thread.dispatchEvent('dragenter', { dataTransfer })
  await agent.thread.dispatchEvent('dragover', { dataTransfer })
  return () => agent.thread.dispatchEvent('drop', { dataTransfer })
}

/** Drags files over a place and lets go of them there: whether the browser was kept from showing them. */
export async function isDropRefused(
  agent: ConsolePage,
  place: Locator,
  files: ChosenFile[],
): Promise<boolean> {
  const data = await makeTransfer(agent, files)
  return place.evaluate(
    (element, dataTransfer) =>
      ['dragover', 'drop'].every(
        (type) =>
          !element.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true })),
      ),
    data,
  )
}

/** A png of that size, with something in it. */
export async function drawPicture(agent: ConsolePage, width: number, height: number): Promise<Buffer> {
  const address = await agent.page.evaluate(
    ([wide, high]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: wide, height: high })
      const pen = canvas.getContext('2d')
      if (!pen) throw new Error('no canvas')
      pen.fillStyle = 'teal'
      pen.fillRect(0, 0, canvas.width, canvas.height / 2)
      return canvas.toDataURL('image/png')
    },
    [width, height],
  )
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
}

/** A photo of that size as a camera makes it: a jpeg in which no pixel is as the one before it. */
export async function drawPhoto(agent: ConsolePage, width: number, height: number): Promise<Buffer> {
  const address = await agent.page.evaluate(
    ([wide, high]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: wide, height: high })
      const pen = canvas.getContext('2d')
      if (!pen) throw new Error('no canvas')
      const picture = pen.createImageData(canvas.width, canvas.height)
      const pixels = new Uint32Array(picture.data.buffer)
      // Millions of them: each from the one before, and none that can be seen through.
      for (let at = 0, noise = 1; at < pixels.length; at += 1) {
        noise = (Math.imul(noise, 1_664_525) + 1_013_904_223) >>> 0
        pixels[at] = (noise >>> 8) | 0xff_00_00_00
      }
      pen.putImageData(picture, 0, 0)
      return canvas.toDataURL('image/jpeg', 0.9)
    },
    [width, height],
  )
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
}

function makeTransfer(agent: ConsolePage, files: ChosenFile[]) {
  const packed = files.map(({ name, mimeType, buffer }) => ({
    name,
    mimeType,
    base64: buffer.toString('base64'),
  }))
  return agent.page.evaluateHandle((list) => {
    const transfer = new DataTransfer()
    for (const { name, mimeType, base64 } of list) {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      transfer.items.add(new File([bytes], name, { type: mimeType }))
    }
    return transfer
  }, packed)
}
