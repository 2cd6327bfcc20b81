import { describe, expect, test } from 'vitest';
import { findPersonalFields } from '../../../src/features/form/personal-fields.ts';

/** Whether the statistics keep the name of a field with this value. */
function keeps(name: string, value: unknown = 'x'): boolean {
  return findPersonalFields({ [name]: value }).length > 0;
}

describe('names of fields that are personal are left out', () => {
  test.each([
    ['email'],
    ['Email'],
    ['E-Mail'],
    ['e_mail'],
    ['eMailAddress'],
    ['customer.email'],
    ['emailadresse'],
    ['EMAIL2'],
    ['Kontakt-E-Mail'],
    ['correo electrónico'],
    ['courriel'],
    ['sähköposti'],
    ['メールアドレス'],
    ['邮箱'],
    ['почта'],
    ['phone'],
    ['phoneNumber'],
    ['Telefon'],
    ['Telefonnummer'],
    ['kundentelefon'],
    ['tel'],
    ['Tel.'],
    ['mobile_no'],
    ['Handy'],
    ['téléphone'],
    ['телефон'],
    ['電話番号'],
    ['전화번호'],
    ['هاتف'],
    ['name'],
    ['Name'],
    ['firstName'],
    ['last_name'],
    ['FULL NAME'],
    ['fullname'],
    ['Vor- und Nachname'],
    ['Prénom'],
    ['Ваше имя'],
    ['Фамилия'],
    ['お名前'],
    ['姓名'],
    ['이름'],
    ['الاسم الكامل'],
    ['Όνομα'],
    ['jméno'],
    ['your-name'],
    ['address'],
    ['billingAddress'],
    ['Straße'],
    ['STRASSE'],
    ['Hausnummer'],
    ['PLZ'],
    ['zip_code'],
    ['postcode'],
    ['dirección'],
    ['адрес доставки'],
    ['住所'],
    ['birthday'],
    ['date_of_birth'],
    ['Geburtsdatum'],
    ['geburtsort'],
    ['naissance'],
    ['生年月日'],
    ['iban'],
    ['IBAN-Nummer'],
    ['creditCard'],
    ['password'],
    ['Passwort'],
    ['passwordConfirm'],
    ['contraseña'],
    ['пароль'],
    ['ada@example.org'],
    ['+49 151 2345678'],
  ])('%s', (name) => {
    expect(keeps(name)).toBe(false);
  });
});

describe('other names are kept', () => {
  test.each([
    ['message'],
    ['topic'],
    ['budget'],
    ['Favourite Colour'],
    ['rating'],
    ['newsletter'],
    ['agreed'],
    ['quantity'],
    ['Nachricht'],
    ['Anliegen'],
    ['comentario'],
    ['сообщение'],
    ['メッセージ'],
    ['interests'],
    ['size'],
    ['q17'],
    ['how_did_you_find_us'],
    ['mailing_list'],
    ['unnamed'],
    ['renamed'],
    ['phonetics'],
    ['tell us more'],
  ])('%s', (name) => {
    expect(keeps(name)).toBe(true);
  });
});

describe('fields whose values look personal are omitted, with any name', () => {
  test.each([
    ['ada@example.org'],
    ['  Ada <ada@example.org> '],
    ['write to ada.l@mail.example.org please'],
    ['+49 (0)151 / 23 45 67'],
    ['0151-2345678'],
    ['2025550143'],
    [2_025_550_143],
    ['+1.202.555.0143'],
    ['Ada Lovelace'],
    ['Ludwig van Beethoven'],
    ['García Márquez, Gabriel'],
    ["Miles O'Brien"],
    ['Jean-Luc Picard'],
    ['Анна Каренина'],
    ['Łukasz Żółw'],
    ['山田 太郎'],
    ['王小明'],
    ['김철수'],
    ['محمد علي'],
    ['12 Main Street'],
    ['Hauptstr. 5'],
    ['Hauptstraße 5, 10115 Berlin'],
    ['10115 Berlin'],
    ['SW1A 1AA'],
    ['5 rue de la Paix'],
    ['Calle Mayor 7'],
    ['ул. Ленина 5'],
    ['東京都千代田区1丁目'],
    [['x', 'ada@example.org']],
    [{ deep: { er: '0151 2345678' } }],
    [{ email: 'x' }],
  ])('%j', (value) => {
    expect(keeps('q1', value)).toBe(false);
  });
});

describe('other values keep the name of their field', () => {
  test.each([
    ['Hello, I would like an offer for two wheels.'],
    ['yes'],
    ['Wheels'],
    ['touring bike'],
    [5],
    [500],
    [true],
    [null],
    [''],
    ['2026-11-21'],
    ['21.11.2026'],
    ['09:30'],
    ['3 to 5 days'],
    ['38'],
    ['red, blue'],
    [['a', 'b']],
    [{ a: 1 }],
    ['12,50 €'],
    ['http://example.org/page'],
    ['@home'],
    ['x'.repeat(300)],
    ['1-2'],
  ])('%j', (value) => {
    expect(keeps('q1', value)).toBe(true);
  });
});

test('the order of the fields stays, and values never appear', () => {
  const fields = { message: 'secret words', name: 'Ada', budget: 7, size: 'M' };
  expect(findPersonalFields(fields)).toEqual(['message', 'budget', 'size']);
});
