// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

/** Procedures that find, make and take away names. */
final class NameProcedures {
    private static final int FILE_MODE = 0644;
    private static final int DIRECTORY_MODE = 0755;
    private static final int LINK_MODE = 0777;
    private static final int NO_MORE_THAN_FIFO = 7;

    void lookup(final Request request) {
        final Inode directory = request.inode(request.first);
        final Inode found = request.tree.lookup(directory, request.name());
        request.out.putInt(Nfs3.OK);
        request.putHandle(found);
        request.putAttributes(found);
        request.putFirst();
    }

    void create(final Request request) {
        final Inode directory = request.inode(request.first);
        final String name = request.name();
        final int how = request.in.getEnum(Nfs3.EXCLUSIVE);
        if (how == Nfs3.EXCLUSIVE) {
            putMade(request, createExclusive(request, directory, name, request.in.getLong()));
            return;
        }
        final SetAttributes wanted = SetAttributes.of(request.in);
        final Credential caller = Credential.of(request.call);
        Inode file = request.tree.existing(directory, name);
        if (file == null) {
            file = request.tree.create(directory, name, Nfs3.REG, made -> own(made, FILE_MODE, caller));
            request.tree.setAttributes(file, wanted);
        } else {
            NfsFailure.unless(how == Nfs3.UNCHECKED && file.isFile(), Nfs3.ERR_EXIST);
            if (wanted.hasSize()) {
                request.tree.setAttributes(file, SetAttributes.size(wanted.size()));
            }
        }
        putMade(request, file);
    }

    /** Returns the same call again, which a lost reply brings about, finds what it made. */
    private static Inode createExclusive(
            final Request request, final Inode directory, final String name, final long verifier) {
        final Inode file = request.tree.existing(directory, name);
        if (file != null) {
            NfsFailure.unless(file.isFile() && file.createVerifier == verifier, Nfs3.ERR_EXIST);
            return file;
        }
        final Credential caller = Credential.of(request.call);
        return request.tree.create(directory, name, Nfs3.REG, made -> {
            own(made, FILE_MODE, caller);
            made.createVerifier = verifier;
        });
    }

    void makeDirectory(final Request request) {
        final Inode directory = request.inode(request.first);
        final String name = request.name();
        final SetAttributes wanted = SetAttributes.of(request.in);
        final Credential caller = Credential.of(request.call);
        putMade(request, request.tree.create(directory, name, Nfs3.DIR, made -> {
            own(made, DIRECTORY_MODE, caller);
            wanted.apply(made, made.changeTime);
        }));
    }

    void makeLink(final Request request) {
        final Inode directory = request.inode(request.first);
        final String name = request.name();
        final SetAttributes wanted = SetAttributes.of(request.in);
        final byte[] target = request.in.getOpaque(request.in.remaining());
        NfsFailure.unless(target.length <= FileTree.MAX_TARGET, Nfs3.ERR_NAMETOOLONG);
        final Credential caller = Credential.of(request.call);
        putMade(request, request.tree.create(directory, name, Nfs3.LNK, made -> {
            own(made, LINK_MODE, caller);
            wanted.apply(made, made.changeTime);
            made.target = target;
            made.size = target.length;
        }));
    }

    void makeNode(final Request request) {
        request.inode(request.first);
        request.name();
        request.in.getEnum(NO_MORE_THAN_FIFO);
        throw new NfsFailure(Nfs3.ERR_NOTSUPP);
    }

    private static void own(final Inode made, final int mode, final Credential caller) {
        made.mode = mode;
        made.uid = caller.uid();
        made.gid = caller.gid();
    }

    private static void putMade(final Request request, final Inode made) {
        request.out.putInt(Nfs3.OK);
        request.out.putBool(true);
        request.putHandle(made);
        request.putAttributes(made);
        request.putWeakCacheData(request.first);
    }

    void remove(final Request request) {
        request.tree.remove(request.inode(request.first), request.name());
        request.out.putInt(Nfs3.OK);
        request.putWeakCacheData(request.first);
    }

    void removeDirectory(final Request request) {
        request.tree.removeDirectory(request.inode(request.first), request.name());
        request.out.putInt(Nfs3.OK);
        request.putWeakCacheData(request.first);
    }

    void rename(final Request request) {
        final Inode from = request.inode(request.first);
        final String oldName = request.name();
        final Inode to = request.inode(request.second);
        request.tree.rename(from, oldName, to, request.name());
        request.out.putInt(Nfs3.OK);
        request.putWeakCacheData(request.first);
        request.putWeakCacheData(request.second);
    }

    void link(final Request request) {
        final Inode inode = request.inode(request.first);
        final Inode directory = request.inode(request.second);
        request.tree.link(inode, directory, request.name());
        request.out.putInt(Nfs3.OK);
        request.putFirst();
        request.putWeakCacheData(request.second);
    }
}
