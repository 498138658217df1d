import {
  attachFiles,
  checkFile,
  MAX_FILES,
  type CheckedFile,
  type FileProblem,
} from '#src/actions/attach-files.ts'
import { explainFailure } from '#src/actions/explain-failure.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { shrinkPhoto } from './shrink-photo.ts'

const WORDS: Record<FileProblem, string> = {
  'wrong-type': 'this type of file is not accepted (png, gif, jpg, pdf)',
  'too-large': 'it is larger than 10 MB',
  empty: 'it is empty',
  unreadable: 'it could not be read',
}

/** Checks files, scales photos down and queues what passed. Returns the reason for each that was refused. */
export async function queueFiles(
  workspace: Workspace,
  chatId: string,
  files: readonly File[],
): Promise<string[]> {
  if (files.length > MAX_FILES) return [`At most ${MAX_FILES} files at a time; these were ${files.length}.`]
  const accepted: CheckedFile[] = []
  const refused: string[] = []
  // One after another: a phone has no room for ten decoded photos.
  for (const file of files) {
    const checked = await checkFile(await shrinkPhoto(file))
    if ('file' in checked) accepted.push(checked.file)
    else refused.push(`${file.name} was not attached: ${WORDS[checked.problem]}.`)
  }
  if (accepted.length === 0) return refused
  try {
    await attachFiles(workspace, chatId, accepted, Date.now())
  } catch (error) {
    refused.push(`Nothing was attached. ${explainFailure(error)}`)
  }
  return refused
}
