import type { AdminImportTexts } from './admin-import-en.ts'
import { ltr, pluralIn } from './plural.ts'

const plural = pluralIn('ar')

const changes = (n: number) =>
  plural(n, {
    zero: 'لا تعديلات',
    one: 'تعديل واحد',
    two: 'تعديلان',
    few: '{n} تعديلات',
    other: '{n} تعديلًا',
  })
/** After a word that it belongs to. */
const changesOf = (n: number) => (n === 2 ? 'تعديلين' : changes(n))
const already = (n: number) =>
  plural(n, {
    one: 'سطر واحد كما في الملف أصلًا',
    two: 'سطران كما في الملف أصلًا',
    few: '{n} أسطر كما في الملف أصلًا',
    other: '{n} سطرًا كما في الملف أصلًا',
  })
const mistakes = (n: number) =>
  plural(n, {
    zero: 'لا أخطاء',
    one: 'خطأ واحد',
    two: 'خطآن',
    few: '{n} أخطاء',
    other: '{n} خطأً',
  })

export const adminImportAr: AdminImportTexts = {
  open: `استيراد ${ltr('CSV')}`,
  title: 'استيراد المنتجات',
  lead: `ملف ${ltr('CSV')} فيه سطر لكل نوع. لا يتغيّر شيء قبل موافقتك.`,
  template: 'تنزيل النموذج',
  templateFailed: 'تعذّر تنزيل النموذج',
  choose: `ملف ${ltr('CSV')}`,
  chooseHint: `${ltr('UTF-8')}، بفواصل أو فواصل منقوطة، حتى ألف سطر وميغابايت واحد.`,
  look: 'فحص الملف',
  looking: 'جارٍ الفحص...',
  lookFailed: 'تعذّر فحص الملف',
  tooLarge: 'الملف أكبر من ميغابايت واحد.',
  apply: (n) => `إجراء ${changesOf(n)}`,
  applying: 'جارٍ الاستيراد...',
  applied: (n) => `أُجري ${changes(n)}`,
  applyFailed: 'تعذّر استيراد المنتجات',
  nothing: 'المتجر كما في الملف أصلًا.',
  summary: (n, unchanged) =>
    unchanged === 0 ? changes(n) : `${changes(n)}، و${already(unchanged)}`,
  errors: (n) => `${mistakes(n)}: لا يمكن استيراد شيء`,
  refused: (n) => `رُفض ${changes(n)}`,
  line: 'السطر',
  column: 'العمود',
  wrong: 'الخطأ',
  value: 'في الملف',
  what: 'ماذا',
  fields: 'القيم',
  wholeLine: 'السطر كلّه',
  countedBefore: (n) =>
    plural(n, {
      zero: 'لا نوع عدّه هذا الملف من قبل وتغيّر',
      one: 'عدّ هذا الملف نوعًا واحدًا من قبل، وقد تغيّر عدده',
      two: 'عدّ هذا الملف نوعين من قبل، وقد تغيّر عددهما',
      few: 'عدّ هذا الملف {n} أنواع من قبل، وقد تغيّرت أعدادها',
      other: 'عدّ هذا الملف {n} نوعًا من قبل، وقد تغيّرت أعدادها',
    }),
  countedNow: (counted, now) => `عدّه هذا الملف من قبل: ${counted}، والآن ${now}`,
  countAgain: 'عدّ من جديد: بقدر ما في الملف، مهما بيع أو فُقد منذ ذلك',
  kinds: {
    add_product: 'منتج جديد',
    change_product: 'تعديل منتج',
    add_variant: 'نوع جديد',
    change_variant: 'تعديل نوع',
  },
  codes: {
    too_many_cells: 'خلايا أكثر من أعمدة السطر الأول',
    required: 'يجب ملؤه',
    too_long: 'أطول من اللازم',
    too_large: 'أكبر من اللازم',
    bad_money: `ليس مبلغًا مثل ${ltr('12.50')}`,
    bad_number: 'ليس عددًا صحيحًا',
    bad_flag: `ليس ${ltr('1')} ولا ${ltr('0')}`,
    differs_from_line: 'سطر آخر يقول غير ذلك عن هذا المنتج',
    product_twice: `هذا المنتج مذكور مرّتين؛ أعطِ كل نوع رمز ${ltr('SKU')}`,
    sku_twice: `رمز ${ltr('SKU')} هذا مذكور مرّتين`,
    sku_taken: `رمز ${ltr('SKU')} هذا لمنتج آخر`,
    ambiguous_product: 'أكثر من منتج بهذا الاسم',
    unknown_raffle: 'لا سحب كهذا',
    ambiguous_raffle: 'أكثر من سحب بهذا الاسم؛ استعمل رقم السحب',
    raffle_closed: 'هذا السحب لم يعد يبيع',
    below_zero: `سيهبط سعر نوع تحت ${ltr('0.00')}`,
    below_used: 'تذاكر أقلّ من المبيع والمحجوز',
    too_many_variants: 'للمنتج مئة نوع على الأكثر',
    stock_short: 'قطع أقلّ من المحجوز',
    not_counted: 'التنبيه يحتاج إلى مخزون',
    refused: 'مرفوض',
  },
}
