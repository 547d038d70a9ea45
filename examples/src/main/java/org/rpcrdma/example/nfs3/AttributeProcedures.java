// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

/** Procedures that tell or change what an inode, or the file system, is like. */
final class AttributeProcedures {
    private static final int ANY_EXECUTE = 0111;
    private static final int FOR_DIRECTORIES =
            Nfs3.ACCESS_READ | Nfs3.ACCESS_LOOKUP | Nfs3.ACCESS_MODIFY | Nfs3.ACCESS_EXTEND | Nfs3.ACCESS_DELETE;
    private static final int FOR_FILES = Nfs3.ACCESS_READ | Nfs3.ACCESS_MODIFY | Nfs3.ACCESS_EXTEND;

    /** Hard links, symbolic links, one PATHCONF for all, times can be set. */
    private static final int PROPERTIES = 0x01 | 0x02 | 0x08 | 0x10;

    private static final int PAGE = 4096;

    /** The most bytes of a READ or a WRITE. */
    private final int maxTransfer;

    AttributeProcedures(final int maxTransfer) {
        this.maxTransfer = maxTransfer;
    }

    void getAttributes(final Request request) {
        final Inode inode = request.inode(request.first);
        request.out.putInt(Nfs3.OK);
        Subject.putFileAttributes(request.out, inode, request.tree.id);
    }

    void setAttributes(final Request request) {
        final Inode inode = request.inode(request.first);
        final SetAttributes wanted = SetAttributes.of(request.in);
        if (request.in.getBool()) {
            NfsFailure.unless(SetAttributes.time(request.in) == inode.changeTime, Nfs3.ERR_NOT_SYNC);
        }
        request.tree.setAttributes(inode, wanted);
        request.out.putInt(Nfs3.OK);
        request.putWeakCacheData(request.first);
    }

    /** Everybody may do everything: this example trusts its network. */
    void access(final Request request) {
        final Inode inode = request.inode(request.first);
        final int execute = (inode.mode & ANY_EXECUTE) == 0 ? 0 : Nfs3.ACCESS_EXECUTE;
        final int granted = inode.isDirectory() ? FOR_DIRECTORIES : FOR_FILES | execute;
        final int asked = request.in.getInt();
        request.out.putInt(Nfs3.OK);
        request.putFirst();
        request.out.putInt(asked & granted);
    }

    void fileSystemState(final Request request) {
        request.inode(request.first);
        final Capacity capacity = request.tree.capacity;
        request.out.putInt(Nfs3.OK);
        request.putFirst();
        request.out.putLong(capacity.bytes).putLong(capacity.bytesFree()).putLong(capacity.bytesFree());
        request.out.putLong(capacity.files).putLong(capacity.filesFree()).putLong(capacity.filesFree());
        request.out.putInt(0);
    }

    void fileSystemInformation(final Request request) {
        request.inode(request.first);
        request.out.putInt(Nfs3.OK);
        request.putFirst();
        for (int i = 0; i < 2; i++) { // READ, WRITE
            request.out.putInt(maxTransfer).putInt(maxTransfer).putInt(PAGE);
        }
        request.out.putInt(PAGE).putLong(FileTree.MAX_SIZE);
        request.out.putInt(0).putInt(1); // times are exact to the nanosecond
        request.out.putInt(PROPERTIES);
    }

    void pathConfiguration(final Request request) {
        request.inode(request.first);
        request.out.putInt(Nfs3.OK);
        request.putFirst();
        request.out.putInt(FileTree.MAX_LINKS).putInt(FileTree.MAX_NAME);
        request.out.putBool(true); // long names are refused, not cut
        request.out.putBool(false); // anybody may chown
        request.out.putBool(false); // case matters
        request.out.putBool(true); // and is kept
    }
}
