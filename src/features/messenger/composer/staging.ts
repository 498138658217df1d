import { makeFileId, stageFile, type CheckedFile } from '#src/actions/attach-files.ts'
import type { FileProblem } from '#src/actions/check-file.ts'
import { explainFailure } from '#src/actions/explain-failure.ts'
import { MAX_UPLOAD_FILES } from '#src/contract/limits.ts'
import { readStaged } from '#src/db/outbox/staged-files.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { createStore, type Store } from '#src/lib/store.ts'
import type { PictureProblem } from './prepare-picture.ts'

/** A chosen file on its way into the draft. `kept`: the draft has it, and the screen will say so in a moment. */
export interface ComingFile {
  id: string
  name: string
  size: number
  state: 'preparing' | 'kept'
}

/** What this tab knows of a chat's files beyond what the draft has: it outlives the composer, so that no file is lost. */
export interface Staging {
  coming: readonly ComingFile[]
  /** Ids that were handed over and may still be in the draft for a moment (O1). */
  handed: ReadonlySet<string>
  /** Why files were not attached, or not as they were, in a person's words. */
  problems: readonly string[]
  /** Enter was pressed while files were prepared: all of it goes as soon as they are ready. */
  waitsToSend: boolean
}

/** How long a kept file is still drawn from here, until the database's own word has come. */
const HAND_OVER_MS = 400
const EMPTY: Staging = { coming: [], handed: new Set(), problems: [], waitsToSend: false }
const WORDS: Record<FileProblem | PictureProblem, string> = {
  'wrong-type': 'this type of file is not accepted (png, gif, jpg, pdf)',
  'too-large': 'it is larger than 10 MB',
  'too-many-pixels': 'it has more than 100 million pixels',
  'not-decodable': 'this browser can’t read this type of picture; save it as jpg or png first',
  damaged: 'it is damaged, and may tell where it was made; save it anew and attach that',
  empty: 'it is empty',
  unreadable: 'it could not be read',
}

const STILL =
  'only a still picture of it will be sent. To keep its motion, attach it as a gif of at most 10 MB.'

interface ChatStaging {
  store: Store<Staging>
  /** One file after another: a phone has no room for ten decoded photos. */
  queue: Promise<void>
}

const stagings = new WeakMap<Workspace, Map<string, ChatStaging>>()

export function findStaging(workspace: Workspace, chatId: string): Store<Staging> {
  return findChat(workspace, chatId).store
}

/** Changes a chat's staging. */
export function patchStaging(workspace: Workspace, chatId: string, patch: Partial<Staging>): void {
  const { store } = findChat(workspace, chatId)
  store.set({ ...store.get(), ...patch })
}

/** Checks files, scales photos down and makes what passed part of the draft; settles when the last one is decided. */
export function stageFiles(workspace: Workspace, chatId: string, files: readonly File[]): Promise<void> {
  const chat = findChat(workspace, chatId)
  const coming = files.map((file): ComingFile => ({
    id: makeFileId(),
    name: file.name,
    size: file.size,
    state: 'preparing',
  }))
  const { coming: before } = chat.store.get()
  patchStaging(workspace, chatId, { coming: [...before, ...coming], problems: [] })
  chat.queue = chat.queue.then(async () => {
    const left: string[] = []
    for (const [index, file] of files.entries()) {
      const id = coming[index]?.id ?? ''
      if ((await stageOne(workspace, chatId, id, file)) === 'full') left.push(file.name)
    }
    if (left.length > 0) addProblem(workspace, chatId, describeLeft(left))
  })
  return chat.queue
}

/** Settles when every file that was chosen up to now is in the draft or refused. */
export function waitUntilPrepared(workspace: Workspace, chatId: string): Promise<void> {
  return findChat(workspace, chatId).queue
}

async function stageOne(
  workspace: Workspace,
  chatId: string,
  id: string,
  file: File,
): Promise<'decided' | 'full'> {
  const { store } = findChat(workspace, chatId)
  const isWanted = () => store.get().coming.some((other) => other.id === id)
  const forget = () =>
    patchStaging(workspace, chatId, { coming: store.get().coming.filter((other) => other.id !== id) })
  try {
    if ((await readStaged(workspace.outbox, chatId)).length >= MAX_UPLOAD_FILES) {
      forget()
      return 'full'
    }
    const prepared = await prepareFile(file)
    // Taken away while it was prepared.
    if (!isWanted()) return 'decided'
    if ('problem' in prepared) {
      forget()
      addProblem(workspace, chatId, `${file.name} was not attached: ${WORDS[prepared.problem]}.`)
      return 'decided'
    }
    if ((await stageFile(workspace, chatId, id, prepared.file, Date.now())) === 'full') {
      forget()
      return 'full'
    }
    const { name, bytes, isStill } = prepared.file
    if (isStill) addProblem(workspace, chatId, `${file.name}: ${STILL}`)
    const kept: ComingFile = { id, name, size: bytes.byteLength, state: 'kept' }
    patchStaging(workspace, chatId, {
      coming: store.get().coming.map((other) => (other.id === id ? kept : other)),
    })
    setTimeout(forget, HAND_OVER_MS)
  } catch (error) {
    forget()
    addProblem(workspace, chatId, `${file.name} was not attached. ${explainFailure(error)}`)
  }
  return 'decided'
}

/** What knows pictures is loaded with the first file. */
async function prepareFile(
  file: File,
): Promise<{ file: CheckedFile } | { problem: FileProblem | PictureProblem }> {
  const [{ preparePicture }, { checkFile }] = await Promise.all([
    import('./prepare-picture.ts'),
    import('#src/actions/check-file.ts'),
  ])
  const prepared = await preparePicture(file)
  if ('problem' in prepared) return prepared
  const checked = await checkFile(prepared.file)
  if ('problem' in checked || !prepared.isStill) return checked
  return { file: { ...checked.file, isStill: true } }
}

function describeLeft(names: string[]): string {
  const [first = ''] = names
  const more = names.length - 1
  const who = more === 0 ? `${first} was` : `${first} and ${more} more were`
  return `At most ${MAX_UPLOAD_FILES} files at a time: ${who} not attached.`
}

function addProblem(workspace: Workspace, chatId: string, problem: string): void {
  const { problems } = findChat(workspace, chatId).store.get()
  patchStaging(workspace, chatId, { problems: [...problems, problem] })
}

function findChat(workspace: Workspace, chatId: string): ChatStaging {
  const chats = stagings.get(workspace) ?? new Map<string, ChatStaging>()
  stagings.set(workspace, chats)
  const chat = chats.get(chatId) ?? { store: createStore(EMPTY), queue: Promise.resolve() }
  chats.set(chatId, chat)
  return chat
}
