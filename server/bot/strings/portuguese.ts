import type { Translated } from './english.ts'

export const PORTUGUESE: Translated = {
  clarify: {
    question:
      "Não tenho a certeza de ter compreendido. Pode dizer de outra forma? Ou escreva 'person' e encontro alguém para o ajudar.",
  },
  handover: {
    asking: 'Vou perguntar a um colega. Dentro de momentos alguém estará aqui consigo.',
    notUnderstood:
      'Não sei a resposta, por isso vou perguntar a um colega. Dentro de momentos alguém estará aqui consigo.',
    notPassedOn:
      'Não consegui transmitir isto sozinho, por isso vou perguntar a um colega. Dentro de momentos alguém estará aqui consigo.',
  },
  choice: { question: 'Qual prefere?', taken: 'Obrigado.' },
  ticket: {
    question: 'O que devo transmitir?',
    written: 'Transmiti o pedido à nossa equipa.',
    onlyInHouse:
      "Só posso fazer isto para hóspedes que já fizeram o check-in. Pergunte na receção, ou escreva 'person' e encontro alguém para o ajudar.",
  },
  campaign: {
    rating: {
      ask: 'Responda com um número de {lowest} (mau) a {highest} (excelente).',
      thanks: 'Obrigado, isso ajuda-nos.',
      sorry: 'Obrigado por nos dizer. Lamentamos e veremos o que podemos melhorar.',
    },
    roomUpgrade: { ask: 'Responda Yes (sim) ou No (não).', declined: 'Está bem. Desfrute da sua estadia.' },
  },
}
