import type { Chat } from '#src/contract/chats.ts'
import type { GuestInfo } from '#src/contract/guest-info.ts'
import type { TypicalAnswer } from '#src/contract/typical-answers.ts'
import { readAnswers } from '#src/db/mirror/reference.ts'
import { useLive } from '#src/db/use-live.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import type { VariableValues } from '#src/domain/answers/variables.ts'
import { isBlankName } from '#src/domain/guests/name.ts'
import { describeGuest } from '../guest/describe-guest.ts'
import { useGuestCard } from '../guest/use-guest-card.ts'

/** Whether there is something to insert: a text that could not be read is shown as missing, and inserts nothing. */
export function canInsert({ answer }: TypicalAnswer): boolean {
  return answer !== ''
}

/** A saved answer as it is offered: label and text, or that one could not be read. */
export function describeAnswer({ label, answer }: TypicalAnswer): { label: string; text: string } {
  return { label: label || 'Without a label', text: answer || 'Its text could not be read' }
}

/** The house's saved answers by label, live; undefined until the first answer. */
export function useAnswers() {
  const workspace = useWorkspace()
  return useLive(workspace, 'answers', () => readAnswers(workspace.mirror))
}

/** What the mirror knows for an answer's variables, in this chat. */
export function useAnswerValues(chatId: string, chat: Pick<Chat, 'displayName'>): VariableValues {
  const { user } = useWorkspace()
  const card = useGuestCard(chatId)
  return readAnswerValues(card?.info ?? null, chat.displayName, user.name)
}

/**
 * The hotel's word on a guest counts before the network's. A display name fills in the whole name only: which part of it is
 * the first name, nobody can tell.
 */
export function readAnswerValues(
  info: GuestInfo | null,
  displayName: string,
  agentName: string,
): VariableValues {
  const register = info?.Data?.PUB_GuestRegister
  const network = info?.fbData
  return {
    firstName: chooseWord(register?.FirstName, network?.first_name),
    lastName: chooseWord(register?.LastName, network?.last_name),
    guestName: describeGuest(info).name ?? displayName,
    room: register?.RoomNumber,
    agentName,
  }
}

function chooseWord(...words: (string | null | undefined)[]): string | null {
  return words.find((word) => !isBlankName(word)) ?? null
}
