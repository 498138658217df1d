import type { Words } from './english.ts'

export const PORTUGUESE: Words = {
  title: 'Chat do hotel',
  head: {
    greeting: 'Estamos aqui para si',
    connecting: 'A ligar…',
    connected: 'Ligado',
    ready: 'Prontos quando quiser',
    offline: 'Sem ligação: o que escrever fica guardado e é enviado assim que houver linha',
    end: 'Terminar',
    endLabel: 'Terminar esta conversa',
  },
  log: {
    label: 'Mensagens',
    welcome:
      'Pergunte o que quiser sobre a sua estadia: pequeno-almoço, Wi-Fi, saída tardia, uma mesa para hoje à noite. Escreva {person} e alguém da nossa equipa responde-lhe.',
    endedLabel: 'Conversa terminada',
    ended: 'A conversa terminou. Não fica nada dela neste dispositivo.',
    begin: 'Começar uma nova conversa',
  },
  message: {
    you: 'Você',
    assistant: 'Bell, o nosso assistente',
    authorAndTime: '{author}, {time}',
    sending: 'A enviar…',
    waiting: 'À espera de envio',
    notSent: 'Não enviado: {reason}',
    again: 'Enviar de novo',
    discard: 'Descartar',
    file: 'ficheiro',
    open: 'Abrir {name}',
    notLoaded: '{name} (não foi possível carregar)',
  },
  composer: {
    name: 'O seu nome',
    optional: 'opcional',
    label: 'Mensagem',
    hint: 'Escreva uma mensagem',
    send: 'Enviar',
  },
  survey: {
    label: 'A sua avaliação',
    question: 'Como nos saímos?',
    stars: { one: '{count} estrela', other: '{count} estrelas' },
    send: 'Enviar avaliação',
    notNow: 'Agora não',
    asked: 'Como nos saímos? Pode avaliar a nossa ajuda com estrelas, antes do campo da mensagem.',
    thanks: 'Obrigado. Deu-nos {stars} de {most} estrelas.',
    sending: '{stars} de {most} estrelas. A enviar…',
    waiting: '{stars} de {most} estrelas. À espera de envio',
    change: 'Alterar',
    changeLabel: 'Alterar a sua avaliação',
    close: 'Fechar',
    closeLabel: 'Fechar a sua avaliação',
  },
  end: {
    question: 'Terminar esta conversa?',
    words:
      'O que foi dito aqui desaparece deste dispositivo, também o que ainda não foi enviado. Pode começar uma nova conversa a qualquer momento.',
    keep: 'Manter',
    confirm: 'Terminar',
  },
  kiosk: {
    question: 'Ainda está aí?',
    words:
      'Há algum tempo que ninguém usa esta página. A conversa termina em {left} e desaparece deste dispositivo.',
    seconds: { one: '{count} segundo', other: '{count} segundos' },
    stay: 'Ainda estou aqui',
  },
  events: {
    personAsked: 'Foi chamada uma pessoa',
    notAnswered: 'O assistente não sabia responder e chamou uma pessoa',
    notPassedOn: 'O assistente não conseguiu transmitir o pedido e chamou uma pessoa',
    passed: '{from} passou a conversa a {to}',
  },
  notice: {
    newConversation: 'A sua conversa anterior já não está aqui. Esta é nova.',
    later: '{reason} O que escreveu fica guardado e é enviado automaticamente.',
  },
  refusal: {
    forbidden: 'De momento não podemos receber mensagens aqui. Dirija-se à receção, por favor.',
    invalid: 'Não podemos receber isto assim. Escreva-o por outras palavras, por favor.',
    tooLong: 'É demasiado longo. Escreva-o em várias mensagens, por favor.',
    tooMany: 'Foi muito em pouco tempo. Aguarde um momento, por favor.',
    unavailable: 'De momento não estamos disponíveis.',
    unknown: 'Não funcionou. Tente de novo ou pergunte na receção.',
  },
}
