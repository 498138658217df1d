import type { Translated } from './english.ts'

export const SPANISH: Translated = {
  clarify: {
    question:
      "No estoy seguro de haber entendido. ¿Podría decirlo con otras palabras? O escriba 'person' y busco a alguien para usted.",
  },
  handover: {
    asking: 'Voy a preguntar a un compañero. Enseguida le atenderá alguien aquí.',
    notUnderstood:
      'No sé la respuesta, así que voy a preguntar a un compañero. Enseguida le atenderá alguien aquí.',
    notPassedOn:
      'No he podido transmitirlo yo mismo, así que voy a preguntar a un compañero. Enseguida le atenderá alguien aquí.',
  },
  choice: { question: '¿Cuál prefiere?', taken: 'Gracias.' },
  ticket: {
    question: '¿Qué debo transmitir?',
    written: 'Se lo he transmitido a nuestro equipo.',
    onlyInHouse:
      "Solo puedo hacerlo para huéspedes que ya se han registrado. Pregunte en recepción o escriba 'person' y busco a alguien para usted.",
  },
  campaign: {
    rating: {
      ask: 'Responda con un número del {lowest} (malo) al {highest} (excelente).',
      thanks: 'Gracias, nos ayuda mucho.',
      sorry: 'Gracias por decírnoslo. Lo sentimos y veremos qué podemos mejorar.',
    },
    roomUpgrade: { ask: 'Responda Yes (sí) o No.', declined: 'De acuerdo. Disfrute de su estancia.' },
  },
}
