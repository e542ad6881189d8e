// What an e-mail says of a result, beside the text of `draw-texts.ts`.
import type { Letter } from '../providers/messages/port.ts'
import type { DrawText } from './draw-texts.ts'
import { spoken } from './draw-texts.ts'
import { filled } from './receipt.ts'

type Kind = 'result' | 'winner' | 'reserve'
type Words = Record<Kind, { title: string; line: string }> & { open: string; foot: string }

const words: Record<'en' | 'ar' | 'fr', Words> = {
  en: {
    result: {
      title: '{raffle}: ticket {number} was drawn',
      line: 'Every step of the draw is public, and anybody can check it.',
    },
    winner: {
      title: 'Your ticket {number} has won: {raffle}!',
      line: 'Congratulations! We will call you. You have 30 days to claim the prize.',
    },
    reserve: {
      title: 'Your reserve ticket {number} now holds the prize: {raffle}!',
      line: 'Congratulations! We will call you. You have 30 days to claim the prize.',
    },
    open: 'See the draw and check it',
    foot:
      'This address was given with an order that holds tickets of this raffle. Answers to this ' +
      'e-mail are not read.',
  },
  fr: {
    result: {
      title: '{raffle} : le billet {number} a été tiré',
      line: 'Chaque étape du tirage est publique, et chacun peut la vérifier.',
    },
    winner: {
      title: 'Votre billet {number} a gagné : {raffle} !',
      line: 'Félicitations ! Nous vous appellerons. Vous avez 30 jours pour réclamer le lot.',
    },
    reserve: {
      title: 'Votre billet de réserve {number} gagne le lot : {raffle} !',
      line: 'Félicitations ! Nous vous appellerons. Vous avez 30 jours pour réclamer le lot.',
    },
    open: 'Voir et vérifier le tirage',
    foot:
      'Cette adresse a été donnée avec une commande qui porte des billets de cette tombola. Les ' +
      'réponses à cet e-mail ne sont pas lues.',
  },
  ar: {
    result: {
      title: '{raffle}: سُحبت التذكرة {number}',
      line: 'كل خطوة من السحب علنية، ويمكن لأي شخص التحقّق منها.',
    },
    winner: {
      title: 'ربحت تذكرتك {number}: {raffle}!',
      line: 'مبروك! سنتصل بك. لديك 30 يومًا للمطالبة بالجائزة.',
    },
    reserve: {
      title: 'تذكرتك الاحتياطية {number} فازت الآن بالجائزة: {raffle}!',
      line: 'مبروك! سنتصل بك. لديك 30 يومًا للمطالبة بالجائزة.',
    },
    open: 'شاهد السحب وتحقّق منه',
    foot: 'أُعطي هذا العنوان مع طلب يحمل تذاكر هذا السحب. الردود على هذه الرسالة لا تُقرأ.',
  },
}

export function drawLetter(kind: Kind, language: string, values: DrawText): Letter {
  const say = words[spoken(language)]
  const { raffle, number } = values
  const title = filled(say[kind].title, { raffle, number })
  return {
    subject: title,
    title,
    lines: [say[kind].line],
    tables: [],
    link: { label: say.open, url: values.pageUrl },
    foot: say.foot,
  }
}
