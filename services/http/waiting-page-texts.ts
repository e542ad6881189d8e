// What the page of the waiting room says. It knows nothing of the web app, which is what it spares.
import type { PageLanguage } from '../contract/pages.ts'

export type WaitingTexts = {
  title: string
  heading: string
  /** Why, and what happens next. */
  lines: readonly string[]
  again: string
  paid: string
  tickets: string
}

export const waitingTexts: Readonly<Record<PageLanguage, WaitingTexts>> = {
  en: {
    title: 'One moment, please',
    heading: 'Very many people are here right now',
    lines: [
      'So that whoever is buying gets through, the shop lets newcomers in as others finish.',
      'You need not do anything: this page asks again every few seconds and opens the shop as ' +
        'soon as there is room. Nobody has a numbered place, and waiting reserves no tickets.',
    ],
    again: 'Ask again now',
    paid: 'Paid already? Your order is safe.',
    tickets: 'See my tickets',
  },
  ar: {
    title: 'لحظة من فضلك',
    heading: 'عدد الزوّار كبير جدًا الآن',
    lines: [
      'لكي يُتمّ المشترون طلباتهم، يُدخل المتجر الزوّار الجدد كلّما انتهى آخرون.',
      'لا حاجة إلى فعل أي شيء: هذه الصفحة تحاول من جديد كل بضع ثوانٍ وتفتح المتجر حالما يتوفّر ' +
        'مكان. لا أحد يملك دورًا مرقّمًا، والانتظار لا يحجز تذاكر.',
    ],
    again: 'حاول الآن',
    paid: 'دفعت من قبل؟ طلبك محفوظ.',
    tickets: 'عرض تذاكري',
  },
  fr: {
    title: 'Un instant, s’il vous plaît',
    heading: 'Il y a énormément de monde en ce moment',
    lines: [
      'Pour que les achats en cours aboutissent, la boutique fait entrer les nouveaux visiteurs ' +
        'à mesure que d’autres terminent.',
      'Vous n’avez rien à faire : cette page réessaie toutes les quelques secondes et ouvre la ' +
        'boutique dès qu’il y a de la place. Personne n’a de numéro, et attendre ne réserve ' +
        'aucun billet.',
    ],
    again: 'Réessayer maintenant',
    paid: 'Déjà payé ? Votre commande est en sécurité.',
    tickets: 'Voir mes billets',
  },
}
