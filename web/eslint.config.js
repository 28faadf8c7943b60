// What types do not say: rules of hooks, promises that nobody waits for, and which layer may know which.
import hooks from 'eslint-plugin-react-hooks';
import ts from 'typescript-eslint';

/** These files may not import what `names` match. */
const mayNotImport = (files, names, message) => ({
  files,
  rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns: [{ regex: names, message }] }] },
});

const REACT = '^(react|react-dom|@carpeta-ciudadana/react|@apollo/client/react)(/|$)';
const APOLLO = '^(@apollo/client|rxjs)(/|$)|/apollo/';

export default ts.config(
  { ignores: ['**/dist/**', '**/generado/**', '**/*.mjs', '**/*.js', 'explorer/**'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  ...ts.configs.recommended,
  {
    files: ['packages/*/src/**/*.ts?(x)', 'app/src/**/*.ts?(x)'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
    },
  },
  {
    files: ['packages/react/src/**/*.ts?(x)', 'app/src/**/*.ts?(x)'],
    plugins: { 'react-hooks': hooks },
    rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' },
  },
  { files: ['**/test/**'], rules: { '@typescript-eslint/no-explicit-any': 'off' } },
  mayNotImport(['packages/cliente/src/**'], REACT, 'The client knows no React: hooks are in packages/react.'),
  mayNotImport(
    ['packages/cliente/src/*.ts', 'packages/cliente/src/{subida,transport,msw,relay}/**'],
    `${REACT}|${APOLLO}`,
    'Only what is in apollo/ needs Apollo Client.',
  ),
  // The application: shared → features → app, and no feature knows another.
  mayNotImport(['app/src/shared/**'], '/(features|app)/', 'shared/ knows no feature, and not the application.'),
  mayNotImport(['app/src/features/*/*'], `/app/|^\\.\\./[^./]+/`, 'A feature knows shared/, and no other feature.'),
  mayNotImport(['app/src/features/*/*/*'], `/app/|^(\\.\\./){2}[^./]+/`, 'A feature knows shared/, and no other feature.'),
);
