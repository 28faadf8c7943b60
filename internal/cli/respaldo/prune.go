package respaldo

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// prune removes all but the newest finished backups, and then what none of those needs. A kill in between
// leaves pieces that nobody names, for the next time. It removes nothing while a list cannot be read.
func (v *vault) prune(ctx context.Context, keep int) (removed int, err error) {
	if keep <= 0 {
		return 0, nil
	}
	ids, _, err := v.ids()
	if err != nil {
		return 0, err
	}
	old := ids[:max(0, len(ids)-keep)]
	needed := map[string]bool{}
	for _, id := range ids[len(old):] {
		es, err := v.list(id)
		if err != nil {
			return 0, err
		}
		needed[path.Join(dirBackups, id+listSuffix)] = true
		for _, e := range es {
			needed[e.path] = true
		}
	}
	for _, id := range old {
		err = errors.Join(err, ctx.Err(), v.root.Remove(path.Join(dirBackups, id+listSuffix)))
	}
	if err := errors.Join(err, syncDir(v.root, dirBackups)); err != nil {
		return 0, err
	}
	return len(old), v.sweep(ctx, needed)
}

// sweep removes every file that no finished backup names.
func (v *vault) sweep(ctx context.Context, needed map[string]bool) error {
	for _, dir := range []string{dirBackups, dirPieces} {
		err := fs.WalkDir(v.root.FS(), dir, func(name string, e fs.DirEntry, err error) error {
			if err != nil || !e.Type().IsRegular() || needed[name] || !ours(name) {
				return err
			}
			return errors.Join(ctx.Err(), v.root.Remove(name))
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// ours: a file that somebody else put here stays.
func ours(name string) bool {
	base := strings.TrimSuffix(path.Base(name), unfinished)
	return pieceName.MatchString(base) || slices.ContainsFunc([]string{plain, encrypted, listSuffix}, func(s string) bool { return strings.HasSuffix(base, s) })
}
