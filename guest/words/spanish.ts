import type { Words } from './english.ts'

export const SPANISH: Words = {
  title: 'Chat del hotel',
  head: {
    greeting: 'Estamos a su disposición',
    connecting: 'Conectando…',
    connected: 'Conectado',
    ready: 'Cuando usted quiera',
    offline: 'Sin conexión: lo que escriba se guarda y se envía en cuanto haya línea',
    end: 'Terminar',
    endLabel: 'Terminar esta conversación',
  },
  log: {
    label: 'Mensajes',
    welcome:
      'Pregunte lo que quiera sobre su estancia: el desayuno, el wifi, una salida tardía, una mesa para esta noche. Escriba {person} y le atenderá alguien de nuestro equipo.',
    endedLabel: 'Conversación terminada',
    ended: 'La conversación ha terminado. No queda nada de ella en este dispositivo.',
    begin: 'Empezar otra conversación',
  },
  message: {
    you: 'Usted',
    assistant: 'Bell, nuestro asistente',
    authorAndTime: '{author}, {time}',
    sending: 'Enviando…',
    waiting: 'Pendiente de envío',
    notSent: 'No enviado: {reason}',
    again: 'Enviar de nuevo',
    discard: 'Descartar',
    file: 'archivo',
    open: 'Abrir {name}',
    notLoaded: '{name} (no se ha podido cargar)',
  },
  composer: {
    name: 'Su nombre',
    optional: 'opcional',
    label: 'Mensaje',
    hint: 'Escriba un mensaje',
    send: 'Enviar',
  },
  survey: {
    label: 'Su valoración',
    question: '¿Qué tal lo hemos hecho?',
    stars: { one: '{count} estrella', other: '{count} estrellas' },
    send: 'Enviar valoración',
    notNow: 'Ahora no',
    asked: '¿Qué tal lo hemos hecho? Puede valorar nuestra ayuda con estrellas, antes del campo de mensaje.',
    thanks: 'Gracias. Nos ha dado {stars} de {most} estrellas.',
    sending: '{stars} de {most} estrellas. Enviando…',
    waiting: '{stars} de {most} estrellas. Pendiente de envío',
    change: 'Cambiar',
    changeLabel: 'Cambiar su valoración',
    close: 'Cerrar',
    closeLabel: 'Cerrar su valoración',
  },
  end: {
    question: '¿Terminar esta conversación?',
    words:
      'Lo que se ha dicho aquí se borra de este dispositivo, también lo que aún no se ha enviado. Puede empezar otra conversación en cualquier momento.',
    keep: 'Conservarla',
    confirm: 'Terminar',
  },
  kiosk: {
    question: '¿Sigue ahí?',
    words:
      'Hace un rato que nadie usa esta página. La conversación termina en {left} y se borra de este dispositivo.',
    seconds: { one: '{count} segundo', other: '{count} segundos' },
    stay: 'Sigo aquí',
  },
  events: {
    personAsked: 'Se ha pedido que atienda una persona',
    notAnswered: 'El asistente no sabía la respuesta y ha llamado a una persona',
    notPassedOn: 'El asistente no ha podido transmitirlo y ha llamado a una persona',
    passed: '{from} ha pasado el chat a {to}',
  },
  notice: {
    newConversation: 'Su conversación anterior ya no está aquí. Esta es nueva.',
    later: '{reason} Lo que ha escrito se guarda y se envía solo.',
  },
  refusal: {
    forbidden: 'En este momento no podemos recibir mensajes aquí. Diríjase a recepción, por favor.',
    invalid: 'Así no podemos recibirlo. Escríbalo con otras palabras, por favor.',
    tooLong: 'Es demasiado largo. Escríbalo en varios mensajes, por favor.',
    tooMany: 'Ha sido mucho en poco tiempo. Espere un momento, por favor.',
    unavailable: 'En este momento no estamos disponibles.',
    unknown: 'No ha funcionado. Inténtelo de nuevo o pregunte en recepción.',
  },
}
