// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.TimeUnit;

/** The procedures that look up, create and remove names. */
final class NameProcedures {
    private static final int FILE_MODE = 0644;

    /** The mode of a file created by an exclusive CREATE. The caller's SETATTR then sets the desired mode. */
    private static final int OWNER_ONLY = 0600;

    private static final int DIRECTORY_MODE = 0755;
    private static final int NO_MORE_THAN_FIFO = 7;
    private static final int SET_GROUP = 02000;

    /** The bits of an exclusive CREATE's verifier. Every file system can store this many bits in a file's times. */
    private static final int VERIFIER = 0x7fff_ffff;

    void lookup(final Request request) throws IOException {
        final Export.Found directory = request.directory(request.first);
        final byte[] name = request.name();
        request.caller.checkSearch(directory.attributes());
        final Export.Found found = lookup(request.export, directory, name);
        NfsFailure.unless(found != null, Nfs3.ERR_NOENT);
        request.out.putInt(Nfs3.OK);
        request.putHandle(found.node());
        request.putAttributes(found.attributes());
        request.putFirst();
    }

    private static Export.Found lookup(final Export export, final Export.Found directory, final byte[] name)
            throws IOException {
        if (Names.isDot(name)) {
            return directory;
        }
        return Names.isDots(name)
                ? export.parent(directory)
                : export.entry(directory, Names.checked(name, Nfs3.ERR_INVAL));
    }

    void create(final Request request) throws IOException {
        final Export.Found directory = request.directory(request.first);
        final Path name = Names.checked(request.name(), Nfs3.ERR_EXIST);
        final int how = request.in.getEnum(Nfs3.EXCLUSIVE);
        if (how == Nfs3.EXCLUSIVE) {
            createExclusive(request, directory, name, request.in.getLong());
            return;
        }
        final SetAttributes wanted = SetAttributes.of(request.in);
        request.caller.checkSearch(directory.attributes());
        final Export.Found file = request.export.entry(directory, name);
        if (file == null) {
            putMade(request, createFile(request, directory, name, wanted, FILE_MODE));
            return;
        }
        NfsFailure.unless(how == Nfs3.UNCHECKED && file.attributes().isFile(), Nfs3.ERR_EXIST);
        if (wanted.hasSize()) {
            request.caller.checkWrite(file.attributes());
            AttributeProcedures.resize(request, file, wanted.size());
        }
        putMade(request, request.export.entry(directory, name));
    }

    private static Export.Found createFile(
            final Request request,
            final Export.Found directory,
            final Path name,
            final SetAttributes wanted,
            final int mode)
            throws IOException {
        request.caller.checkMake(directory.attributes());
        final SetAttributes owned = request.caller.own(wanted, mode, directory.attributes());
        final Export.Found made = Inodes.file(request.export, directory, name);
        if (wanted.hasSize()) {
            AttributeProcedures.resize(request, made, wanted.size());
        }
        Inodes.set(request.export, made, owned);
        return request.export.locate(made.node());
    }

    /** Fails if the caller may not create a name or if the name already exists. */
    private static void checkNew(final Request request, final Export.Found directory, final Path name)
            throws IOException {
        request.caller.checkSearch(directory.attributes());
        NfsFailure.unless(request.export.entry(directory, name) == null, Nfs3.ERR_EXIST);
        request.caller.checkMake(directory.attributes());
    }

    /**
     * Creates a file. If the client repeats the call because the reply was lost, the call succeeds with the existing
     * file.
     */
    private static void createExclusive(
            final Request request, final Export.Found directory, final Path name, final long verifier)
            throws IOException {
        final long accessed = TimeUnit.SECONDS.toNanos(verifier >>> Integer.SIZE & VERIFIER);
        final long modified = TimeUnit.SECONDS.toNanos(verifier & VERIFIER);
        request.caller.checkSearch(directory.attributes());
        final Export.Found file = request.export.entry(directory, name);
        if (file == null) {
            putMade(request, createFile(request, directory, name, SetAttributes.times(accessed, modified), OWNER_ONLY));
            return;
        }
        final Attributes seen = file.attributes();
        final boolean ours = seen.isFile() && seen.accessTime() == accessed && seen.modifyTime() == modified;
        NfsFailure.unless(ours, Nfs3.ERR_EXIST);
        putMade(request, file);
    }

    void makeDirectory(final Request request) throws IOException {
        final Export.Found directory = request.directory(request.first);
        final Path name = Names.checked(request.name(), Nfs3.ERR_EXIST);
        final SetAttributes asked = SetAttributes.of(request.in);
        checkNew(request, directory, name);
        final SetAttributes wanted = request.caller.own(asked, DIRECTORY_MODE, directory.attributes());
        final int group = directory.attributes().mode() & SET_GROUP;
        putMade(request, Inodes.directory(request.export, directory, name, wanted.withMode(wanted.mode() | group)));
    }

    void makeLink(final Request request) throws IOException {
        final Export.Found directory = request.directory(request.first);
        final Path name = Names.checked(request.name(), Nfs3.ERR_EXIST);
        final SetAttributes asked = SetAttributes.of(request.in);
        final Path target = Names.target(request.in.getOpaque(request.in.remaining()));
        checkNew(request, directory, name);
        final SetAttributes wanted = request.caller.own(asked, 0, directory.attributes());
        putMade(request, Inodes.link(request.export, directory, name, target, wanted));
    }

    void makeNode(final Request request) {
        request.found(request.first);
        request.name();
        request.in.getEnum(NO_MORE_THAN_FIFO);
        throw new NfsFailure(Nfs3.ERR_NOTSUPP);
    }

    private static void putMade(final Request request, final Export.Found made) {
        NfsFailure.unless(made != null, Nfs3.ERR_IO);
        request.out.putInt(Nfs3.OK);
        request.out.putBool(true);
        request.putHandle(made.node());
        request.putAttributes(made.attributes());
        request.putWeakCacheData(request.first);
    }

    /** Executes REMOVE or RMDIR. */
    static void remove(final Request request, final boolean asDirectory) throws IOException {
        final Export.Found directory = request.directory(request.first);
        final Path name = Names.checked(request.name(), Nfs3.ERR_INVAL);
        request.caller.checkSearch(directory.attributes());
        final Export.Found entry = request.export.entry(directory, name);
        NfsFailure.unless(entry != null, Nfs3.ERR_NOENT);
        request.caller.checkRemove(directory.attributes(), entry.attributes());
        final boolean isDirectory = entry.attributes().isDirectory();
        NfsFailure.unless(isDirectory == asDirectory, asDirectory ? Nfs3.ERR_NOTDIR : Nfs3.ERR_ISDIR);
        Files.delete(entry.path());
        request.export.gone(entry, new Node.Place(directory.node(), name));
        request.out.putInt(Nfs3.OK);
        request.putWeakCacheData(request.first);
    }

    void rename(final Request request) throws IOException {
        final Export.Found from = request.directory(request.first);
        final Path oldName = Names.checked(request.name(), Nfs3.ERR_INVAL);
        final Export.Found to = request.directory(request.second);
        final Path newName = Names.checked(request.name(), Nfs3.ERR_INVAL);
        request.caller.checkSearch(from.attributes());
        request.caller.checkSearch(to.attributes());
        rename(request, from, oldName, to, newName);
        request.out.putInt(Nfs3.OK);
        request.putWeakCacheData(request.first);
        request.putWeakCacheData(request.second);
    }

    private static void rename(
            final Request request,
            final Export.Found from,
            final Path oldName,
            final Export.Found to,
            final Path newName)
            throws IOException {
        final Export export = request.export;
        final Export.Found moved = export.entry(from, oldName);
        NfsFailure.unless(moved != null, Nfs3.ERR_NOENT);
        final Export.Found replaced = export.entry(to, newName);
        if (replaced != null && replaced.node() == moved.node()) {
            return;
        }
        request.caller.checkRemove(from.attributes(), moved.attributes());
        if (moved.attributes().isDirectory() && from.node() != to.node()) {
            request.caller.checkMove(moved.attributes());
        }
        if (replaced == null) {
            request.caller.checkMake(to.attributes());
        } else {
            request.caller.checkRemove(to.attributes(), replaced.attributes());
            final boolean alike =
                    replaced.attributes().isDirectory() == moved.attributes().isDirectory();
            NfsFailure.unless(alike, Nfs3.ERR_EXIST);
        }
        Files.move(moved.path(), to.path().resolve(newName), StandardCopyOption.ATOMIC_MOVE);
        if (replaced != null) {
            export.gone(replaced, new Node.Place(to.node(), newName));
        }
        moved.node().goneFrom(new Node.Place(from.node(), oldName));
        export.entry(to, newName);
    }

    void link(final Request request) throws IOException {
        final Export.Found found = request.found(request.first);
        final Export.Found directory = request.directory(request.second);
        final Path name = Names.checked(request.name(), Nfs3.ERR_EXIST);
        NfsFailure.unless(!found.attributes().isDirectory(), Nfs3.ERR_ISDIR);
        checkNew(request, directory, name);
        Files.createLink(directory.path().resolve(name), found.path());
        final Export.Found made = request.export.entry(directory, name);
        NfsFailure.unless(made != null && made.node() == found.node(), Nfs3.ERR_STALE);
        request.out.putInt(Nfs3.OK);
        request.first.putNewAttributes(request.out, request.export);
        request.putWeakCacheData(request.second);
    }
}
