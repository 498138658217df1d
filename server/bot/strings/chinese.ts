import type { Translated } from './english.ts'

export const CHINESE: Translated = {
  clarify: {
    question: "抱歉，我不太确定您的意思。能换一种说法吗？您也可以输入 'person'，我会为您找工作人员。",
  },
  handover: {
    asking: '我正在询问同事，马上会有工作人员在这里为您服务。',
    notUnderstood: '这个问题我不知道答案，正在询问同事。马上会有工作人员在这里为您服务。',
    notPassedOn: '我未能自行转达，正在询问同事。马上会有工作人员在这里为您服务。',
  },
  choice: { question: '您想选哪一个？', taken: '谢谢。' },
  ticket: {
    question: '请问要我转达什么？',
    written: '我已转达给我们的团队。',
    onlyInHouse: "只有已办理入住的客人才能使用此服务。请到前台询问，或输入 'person'，我会为您找工作人员。",
  },
  campaign: {
    rating: {
      ask: '请用数字回答，{lowest}（差）到 {highest}（非常好）。',
      thanks: '谢谢，这对我们很有帮助。',
      sorry: '感谢您告诉我们。非常抱歉，我们会努力改进。',
    },
    roomUpgrade: { ask: '请回答 Yes（是）或 No（否）。', declined: '好的，祝您入住愉快。' },
  },
}
