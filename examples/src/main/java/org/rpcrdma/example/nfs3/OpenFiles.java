// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Predicate;

/**
 * Keeps files open between calls, because NFSv3 has no open or close operations. A file is opened either for reading or
 * for writing. Thus the host can execute a program while a client reads it, and overlayfs does not copy a file that is
 * only read. Idle files are closed so that the host can execute a program that a client has written, and can free the
 * space of a removed file.
 *
 * <p>Guarded by the export's lock.
 */
final class OpenFiles implements AutoCloseable {
    private static final int MOST = 256;

    /** The number of unused rounds after which a file is closed. */
    private static final int IDLE_ROUNDS = 2;

    /** The number of files to sync per batch while other calls wait for descriptors. */
    private static final int SYNCED_AT_ONCE = 16;

    private static final int OWNER_WRITES = 0200;

    private record Key(Node node, boolean write) {}

    private final LinkedHashMap<Key, OpenFile> opened = new LinkedHashMap<>(MOST, 0.75f, true);
    private long round;

    /** Returns a file that is already open, or null. Call {@link OpenFile#end} after use. */
    OpenFile beginKnown(final Node node, final boolean write) {
        final OpenFile known = opened.get(new Key(node, write));
        return known == null ? null : known.begin(round);
    }

    /**
     * Returns an open file. Call {@link OpenFile#end} after use.
     *
     * @param path the file's name in a directory that is held open.
     * @param isOf checks that the opened inode belongs to the node.
     */
    OpenFile begin(final Node node, final Path path, final boolean write, final Predicate<Attributes> isOf)
            throws IOException {
        final OpenFile known = beginKnown(node, write);
        return known == null ? open(node, path, write, isOf).begin(round) : known;
    }

    /**
     * Returns the file that was opened for writing, if it is still open. Otherwise opens the file for reading, which is
     * sufficient for a sync.
     */
    OpenFile beginToSync(final Node node, final Path path, final Predicate<Attributes> isOf) throws IOException {
        final OpenFile written = beginKnown(node, true);
        if (written != null) {
            return written;
        }
        try {
            return begin(node, path, false, isOf); // a running program cannot be opened for writing
        } catch (final AccessDeniedException e) {
            return begin(node, path, true, isOf);
        }
    }

    private OpenFile open(final Node node, final Path path, final boolean write, final Predicate<Attributes> isOf)
            throws IOException {
        try (Descriptor inode = Descriptor.ofInode(path)) {
            NfsFailure.unless(isOf.test(inode.attributes()), Nfs3.ERR_STALE);
            return keep(new Key(node, write), new OpenFile(inode.ofData(write), false));
        } catch (final AccessDeniedException e) {
            final OpenFile made = opened.get(new Key(node, true));
            if (made == null || !made.isNew) {
                throw e;
            }
            return made;
        }
    }

    /** Keeps a newly created file open, because the server may not have the right to reopen it. */
    void keepNew(final Node node, final Descriptor made) {
        keep(new Key(node, true), new OpenFile(made, true));
    }

    private OpenFile keep(final Key key, final OpenFile fresh) {
        final OpenFile before = opened.put(key, fresh);
        if (before != null) {
            before.close();
        }
        final Iterator<OpenFile> eldest = opened.values().iterator();
        while (opened.size() > MOST && eldest.hasNext()) {
            final OpenFile one = eldest.next();
            if (one != fresh && !one.isUsed() && !one.isUnstable()) {
                one.close();
                eldest.remove();
            }
        }
        return fresh;
    }

    /** Closes a removed file. */
    void forget(final Node node) {
        for (final boolean write : new boolean[] {false, true}) {
            final OpenFile known = opened.remove(new Key(node, write));
            if (known != null) {
                known.close();
            }
        }
    }

    /**
     * Closes unused files whose data is stable, in order to free descriptors.
     *
     * @return true if at least one file was closed.
     */
    boolean closeUnused() {
        return opened.values().removeIf(file -> !file.isUsed() && !file.isUnstable() && close(file));
    }

    /** Syncs and closes some unused files, the oldest first. */
    void closeUnstable(final WriteVerifier verifier) {
        int left = SYNCED_AT_ONCE;
        final Iterator<OpenFile> eldest = opened.values().iterator();
        while (left > 0 && eldest.hasNext()) {
            final OpenFile file = eldest.next();
            if (!file.isUsed()) {
                left--;
                file.syncToClose(verifier);
                file.close();
                eldest.remove();
            }
        }
    }

    /**
     * Starts a new round and closes files that have been idle for {@link #IDLE_ROUNDS} rounds.
     *
     * @return files with unstable data. The caller syncs and ends them, and the next round closes them. Closing them
     *     immediately would hide the host's write errors.
     */
    List<OpenFile> endRound() {
        round++;
        final List<OpenFile> unstable = new ArrayList<>();
        final Iterator<OpenFile> all = opened.values().iterator();
        while (all.hasNext()) {
            final OpenFile file = all.next();
            if (file.wasUsedSince(round - IDLE_ROUNDS) || isNeeded(file)) {
                continue;
            }
            if (file.isUnstable()) {
                unstable.add(file.begin(round - IDLE_ROUNDS - 1));
            } else {
                file.close();
                all.remove();
            }
        }
        return unstable;
    }

    /** Returns true if the server could not reopen a file that is being written. */
    private static boolean isNeeded(final OpenFile file) {
        if (ServerUser.IS_ROOT || !file.isNew) {
            return false;
        }
        try {
            final Attributes now = file.attributes();
            return now.links() > 0 && (now.mode() & OWNER_WRITES) == 0;
        } catch (final IOException e) {
            return false;
        }
    }

    private static boolean close(final OpenFile file) {
        file.close();
        return true;
    }

    @Override
    public void close() {
        opened.values().forEach(OpenFile::close);
        opened.clear();
    }
}
