import { createRoot } from 'react-dom/client';
import { leerAjustes } from './ajustes';
import { Explorador } from './explorador';
import './monaco';
import '@graphiql/react/style.css';
import '@graphiql/plugin-doc-explorer/style.css';
import '@graphiql/plugin-history/style.css';
import '@graphiql/plugin-explorer/style.css';
import 'graphiql/graphiql.css';
import './estilo.css';

const raiz = createRoot(document.getElementById('raiz')!);
raiz.render(<Explorador ajustes={await leerAjustes()} />);
