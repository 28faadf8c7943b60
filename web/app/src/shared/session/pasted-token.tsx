import { useRef, useState, type FormEvent } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Form } from 'react-aria-components/Form';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { TextField } from 'react-aria-components/TextField';
import { useTextos, useTextosDe } from '../i18n/i18n';
import { Boton } from '../ui/boton';
import '../ui/campos.css';
import { subjectOf } from './claims';
import { textos } from './textos';

/** Signs in with a token that somebody got elsewhere. `aparte`: there is another way, which most people take. */
export function PastedToken({ enterWith, aparte = false }: { enterWith: (token: string) => void; aparte?: boolean }) {
  const { sesion } = useTextos();
  const { tokenIlegible } = useTextosDe(textos).sesion;
  const [token, setToken] = useState('');
  const [falta, setFalta] = useState<string>();
  const input = useRef<HTMLInputElement>(null);

  /** What is no token at all is told before anything is asked with it. Whose it is, the server finds out. */
  const problemOf = (text: string) => {
    if (text === '') return sesion.tokenVacio;
    return subjectOf(text) === undefined ? tokenIlegible : undefined;
  };
  // Told when the person says that they are done, and not before: a sentence that goes away when the field is left
  // moves the button from under the mouse.
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = problemOf(token.trim());
    setFalta(wrong);
    if (wrong === undefined) enterWith(token.trim());
    else input.current?.focus();
  };
  return (
    <Form className="formulario" validationBehavior="aria" onSubmit={submit}>
      <TextField className="campo" type="password" autoComplete="off" isRequired isInvalid={falta !== undefined} value={token} onChange={setToken}>
        <Label>{sesion.token}</Label>
        <Input ref={input} />
        <Text slot="description">{sesion.tokenAyuda}</Text>
        <FieldError>{falta}</FieldError>
      </TextField>
      <Boton type="submit" {...(!aparte && { clase: 'principal' })}>
        {sesion.entrar}
      </Boton>
    </Form>
  );
}
