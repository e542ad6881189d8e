import type { ConsentTexts } from './consent-en.ts'

export const consentAr: ConsentTexts = {
  title: 'هل تسمح لنا باحتساب زيارتك؟',
  text: 'بموافقتك نُعلم خدمة إحصاءات غوغل بما يُشاهَد ويُشترى، من دون أن نذكر من أنت. المتجر يعمل بالطريقة نفسها من دون ذلك.',
  accept: 'أوافق',
  refuse: 'أرفض',
}
