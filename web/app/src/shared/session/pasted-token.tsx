import { useState } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Form } from 'react-aria-components/Form';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { TextField } from 'react-aria-components/TextField';
import { useTextos } from '../i18n/i18n';
import { Boton } from '../ui/boton';

/** Signs in with a token that somebody got elsewhere. */
export function PastedToken({ enterWith }: { enterWith: (token: string) => void }) {
  const { sesion } = useTextos();
  const [token, setToken] = useState('');
  return (
    <Form
      className="formulario"
      onSubmit={(event) => {
        event.preventDefault();
        enterWith(token.trim());
      }}
    >
      <TextField className="campo" type="password" autoComplete="off" isRequired value={token} onChange={setToken} validate={(text) => (text.trim() ? null : sesion.tokenVacio)}>
        <Label>{sesion.token}</Label>
        <Input />
        <Text slot="description">{sesion.tokenAyuda}</Text>
        <FieldError>{sesion.tokenVacio}</FieldError>
      </TextField>
      <Boton type="submit" clase="principal">
        {sesion.entrar}
      </Boton>
    </Form>
  );
}
