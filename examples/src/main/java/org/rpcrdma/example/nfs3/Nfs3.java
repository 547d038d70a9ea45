// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

/** The constants of NFS version 3, named as in RFC 1813. */
final class Nfs3 {
    static final int PROGRAM = 100_003;
    static final int VERSION = 3;

    static final int NULL = 0;
    static final int GETATTR = 1;
    static final int SETATTR = 2;
    static final int LOOKUP = 3;
    static final int ACCESS = 4;
    static final int READLINK = 5;
    static final int READ = 6;
    static final int WRITE = 7;
    static final int CREATE = 8;
    static final int MKDIR = 9;
    static final int SYMLINK = 10;
    static final int MKNOD = 11;
    static final int REMOVE = 12;
    static final int RMDIR = 13;
    static final int RENAME = 14;
    static final int LINK = 15;
    static final int READDIR = 16;
    static final int READDIRPLUS = 17;
    static final int FSSTAT = 18;
    static final int FSINFO = 19;
    static final int PATHCONF = 20;
    static final int COMMIT = 21;

    static final int OK = 0;
    static final int ERR_PERM = 1;
    static final int ERR_NOENT = 2;
    static final int ERR_IO = 5;
    static final int ERR_ACCES = 13;
    static final int ERR_EXIST = 17;
    static final int ERR_XDEV = 18;
    static final int ERR_NOTDIR = 20;
    static final int ERR_ISDIR = 21;
    static final int ERR_INVAL = 22;
    static final int ERR_FBIG = 27;
    static final int ERR_NOSPC = 28;
    static final int ERR_ROFS = 30;
    static final int ERR_MLINK = 31;
    static final int ERR_NAMETOOLONG = 63;
    static final int ERR_NOTEMPTY = 66;
    static final int ERR_DQUOT = 69;
    static final int ERR_STALE = 70;
    static final int ERR_BADHANDLE = 10_001;
    static final int ERR_NOT_SYNC = 10_002;
    static final int ERR_BAD_COOKIE = 10_003;
    static final int ERR_NOTSUPP = 10_004;
    static final int ERR_TOOSMALL = 10_005;
    static final int ERR_JUKEBOX = 10_008;

    static final int REG = 1;
    static final int DIR = 2;
    static final int CHR = 4;
    static final int LNK = 5;

    static final int ACCESS_READ = 0x01;
    static final int ACCESS_LOOKUP = 0x02;
    static final int ACCESS_MODIFY = 0x04;
    static final int ACCESS_EXTEND = 0x08;
    static final int ACCESS_DELETE = 0x10;
    static final int ACCESS_EXECUTE = 0x20;

    static final int UNSTABLE = 0;
    static final int DATA_SYNC = 1;
    static final int FILE_SYNC = 2;

    static final int UNCHECKED = 0;
    static final int GUARDED = 1;
    static final int EXCLUSIVE = 2;

    /** The maximum length of a file handle, in bytes. */
    static final int FHSIZE = 64;

    private Nfs3() {}
}
