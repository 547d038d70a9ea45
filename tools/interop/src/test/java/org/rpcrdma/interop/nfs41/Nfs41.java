// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.interop.nfs41;

/** Constants of NFSv4.1 (RFC 8881, RFC 5662). */
final class Nfs41 {
    static final int PROGRAM = 100_003;
    static final int VERSION = 4;
    static final int MINOR_VERSION = 1;
    static final int COMPOUND = 1;

    static final int CLOSE = 4;
    static final int DELEGRETURN = 8;
    static final int GETFH = 10;
    static final int OPEN = 18;
    static final int PUTFH = 22;
    static final int PUTROOTFH = 24;
    static final int EXCHANGE_ID = 42;
    static final int CREATE_SESSION = 43;
    static final int DESTROY_SESSION = 44;
    static final int SEQUENCE = 53;
    static final int DESTROY_CLIENTID = 57;
    static final int RECLAIM_COMPLETE = 58;

    /** The program number for calls back to the client. Any unused number is valid. */
    static final int CALLBACK_PROGRAM = 0x4000_0000;

    static final int CALLBACK_VERSION = 1;
    static final int CB_COMPOUND = 1;
    static final int CB_RECALL = 4;
    static final int CB_SEQUENCE = 11;

    static final int OK = 0;
    static final int ERR_DELAY = 10008;
    static final int ERR_GRACE = 10013;
    static final int ERR_OP_NOT_IN_SESSION = 10071;
    static final int ERR_OP_ILLEGAL = 10044;

    /** The flag CREATE_SESSION4_FLAG_CONN_BACK_CHAN. */
    static final int BACK_CHANNEL = 2;

    /** The flags SEQ4_STATUS_CB_PATH_DOWN, SEQ4_STATUS_CB_PATH_DOWN_SESSION and SEQ4_STATUS_BACKCHANNEL_FAULT. */
    static final int CALLBACKS_DOWN = 0x1 | 0x200 | 0x400;

    static final int READ = 1;
    static final int WRITE = 2;
    static final int WANT_READ_DELEGATION = 0x100;
    static final int WANT_NO_DELEGATION = 0x400;

    static final int SESSION_ID_BYTES = 16;
    static final int STATE_ID_BYTES = 16;
    static final int LONGEST_HANDLE = 128;
    static final int LONGEST_OPAQUE = 1024;

    private Nfs41() {}
}
