import type { Translated } from './english.ts'

export const JAPANESE: Translated = {
  clarify: {
    question:
      "申し訳ございませんが、よく理解できませんでした。別の言い方でお書きいただけますか？または 'person' とお書きいただければ、担当者をお呼びします。",
  },
  handover: {
    asking: 'スタッフに確認しております。まもなく担当者がこちらで対応いたします。',
    notUnderstood:
      'お答えがわかりかねますので、スタッフに確認しております。まもなく担当者がこちらで対応いたします。',
    notPassedOn:
      '私ではお取り次ぎできませんでしたので、スタッフに確認しております。まもなく担当者がこちらで対応いたします。',
  },
  choice: { question: 'どれになさいますか？', taken: 'ありがとうございます。' },
  ticket: {
    question: '何をお伝えしましょうか？',
    written: 'スタッフに申し伝えました。',
    onlyInHouse:
      "こちらはチェックイン済みのお客様のみ承っております。フロントにお尋ねいただくか、'person' とお書きいただければ担当者をお呼びします。",
  },
  campaign: {
    rating: {
      ask: '{lowest}（不満）から{highest}（大変満足）までの数字でお答えください。',
      thanks: 'ありがとうございます。参考にさせていただきます。',
      sorry: 'お知らせいただきありがとうございます。申し訳ございません。改善に努めてまいります。',
    },
    roomUpgrade: {
      ask: 'Yes（はい）または No（いいえ）でお答えください。',
      declined: '承知いたしました。どうぞごゆっくりお過ごしください。',
    },
  },
}
