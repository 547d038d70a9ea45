// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.interop.nfs41;

import java.nio.charset.StandardCharsets;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.wire.XdrReader;
import org.rpcrdma.wire.XdrWriter;

/**
 * A client's session with an NFSv4.1 server (RFC 8881, section 2.10). It has one slot, and its connection is also the
 * back channel. The methods run the event loop until their results arrive.
 */
final class Session {
    private static final int MESSAGE = 4096;
    private static final int NO_DELEGATION_EXTENDED = 3;
    private static final int READ_DELEGATION = 1;

    private final RpcRdmaClient transport;
    private final EventLoop loop;
    private final String owner;
    private byte[] id;
    private long clientId;
    private int sequence;
    private int xid = 0x6e66_4100;

    Session(final RpcRdmaClient transport, final EventLoop loop, final String owner) {
        this.transport = transport;
        this.loop = loop;
        this.owner = owner;
    }

    /** Creates the client and the session. Returns true if the server accepts the connection as the back channel. */
    boolean begin(final long verifier) {
        final int first = exchangeId(verifier);
        final Compound compound = compound();
        final XdrWriter out = compound.operation(Nfs41.CREATE_SESSION);
        out.putLong(clientId).putInt(first).putInt(Nfs41.BACK_CHANNEL);
        putChannel(out, 16 * MESSAGE, 8);
        putChannel(out, MESSAGE, 1);
        out.putInt(Nfs41.CALLBACK_PROGRAM).putInt(1).putInt(0); // no credentials for callbacks
        final XdrReader in = compound.run(loop).result(Nfs41.CREATE_SESSION);
        id = bytes(in, Nfs41.SESSION_ID_BYTES);
        in.getInt();
        final boolean callsBack = (in.getInt() & Nfs41.BACK_CHANNEL) != 0;
        final Compound complete = inSession();
        complete.operation(Nfs41.RECLAIM_COMPLETE).putBool(false);
        begun(complete.run(loop)).result(Nfs41.RECLAIM_COMPLETE);
        return callsBack;
    }

    private int exchangeId(final long verifier) {
        final Compound compound = compound();
        compound.operation(Nfs41.EXCHANGE_ID)
                .putLong(verifier)
                .putOpaque(owner.getBytes(StandardCharsets.US_ASCII))
                .putInt(0)
                .putInt(0) // no state protection
                .putInt(0); // no implementation id
        final XdrReader in = compound.run(loop).result(Nfs41.EXCHANGE_ID);
        clientId = in.getLong();
        return in.getInt();
    }

    /**
     * Writes a channel's limits: no padding, the message sizes, one cached message, and the numbers of operations and
     * slots. RDMA settings are omitted.
     */
    private static void putChannel(final XdrWriter out, final int bytes, final int operations) {
        out.putInt(0)
                .putInt(bytes)
                .putInt(bytes)
                .putInt(MESSAGE)
                .putInt(Math.max(2, operations))
                .putInt(1)
                .putInt(0);
    }

    /** Returns the server's SEQ4_STATUS flags for the session. */
    int status() {
        final XdrReader in = inSession().run(loop).result(Nfs41.SEQUENCE);
        in.skip(Nfs41.SESSION_ID_BYTES + 4 * Integer.BYTES);
        return in.getInt();
    }

    /** Opens an existing file in the root folder. */
    OpenFile open(final String name, final int access) {
        final Compound compound = inSession();
        compound.operation(Nfs41.PUTROOTFH);
        final XdrWriter out = compound.operation(Nfs41.OPEN);
        out.putInt(0).putInt(access).putInt(0).putLong(clientId).putOpaque(owner.getBytes(StandardCharsets.US_ASCII));
        out.putInt(0)
                .putInt(0)
                .putOpaque(name.getBytes(StandardCharsets.US_ASCII)); // do not create the file; open by name
        compound.operation(Nfs41.GETFH);
        begun(compound.run(loop)).result(Nfs41.PUTROOTFH);
        final XdrReader in = compound.result(Nfs41.OPEN);
        final byte[] state = bytes(in, Nfs41.STATE_ID_BYTES);
        in.skip(5 * Integer.BYTES + Integer.BYTES); // the folder's change info, flags
        in.skip(Integer.BYTES * in.getEnum(Nfs41.LONGEST_OPAQUE)); // the attributes set
        final byte[] delegation = delegation(in);
        return new OpenFile(compound.result(Nfs41.GETFH).getOpaque(Nfs41.LONGEST_HANDLE), state, delegation);
    }

    private static byte[] delegation(final XdrReader in) {
        final int type = in.getEnum(NO_DELEGATION_EXTENDED);
        byte[] state = null;
        if (type == READ_DELEGATION) {
            state = bytes(in, Nfs41.STATE_ID_BYTES);
            in.skip(Integer.BYTES + 3 * Integer.BYTES); // the recall flag and an access control entry
            in.getOpaque(Nfs41.LONGEST_OPAQUE);
        } else if (type == NO_DELEGATION_EXTENDED) {
            final int why = in.getInt();
            in.skip(why == 1 || why == 2 ? Integer.BYTES : 0);
        }
        return state;
    }

    void close(final OpenFile file) {
        final Compound compound = inSession();
        compound.operation(Nfs41.PUTFH).putOpaque(file.handle());
        put(compound.operation(Nfs41.CLOSE).putInt(0), file.state());
        begun(compound.run(loop)).result(Nfs41.PUTFH);
        compound.result(Nfs41.CLOSE);
    }

    void giveBack(final byte[] file, final byte[] delegation) {
        final Compound compound = inSession();
        compound.operation(Nfs41.PUTFH).putOpaque(file);
        put(compound.operation(Nfs41.DELEGRETURN), delegation);
        begun(compound.run(loop)).result(Nfs41.PUTFH);
        compound.result(Nfs41.DELEGRETURN);
    }

    /** Closes the session and the client. */
    void end() {
        final Compound session = compound();
        put(session.operation(Nfs41.DESTROY_SESSION), id);
        session.run(loop).result(Nfs41.DESTROY_SESSION);
        final Compound client = compound();
        client.operation(Nfs41.DESTROY_CLIENTID).putLong(clientId);
        client.run(loop).result(Nfs41.DESTROY_CLIENTID);
    }

    private Compound compound() {
        return new Compound(transport.newCall(), ++xid);
    }

    private Compound inSession() {
        final Compound compound = compound();
        put(compound.operation(Nfs41.SEQUENCE), id)
                .putInt(++sequence)
                .putInt(0)
                .putInt(0)
                .putBool(false);
        return compound;
    }

    private static Compound begun(final Compound compound) {
        compound.result(Nfs41.SEQUENCE).skip(Nfs41.SESSION_ID_BYTES + 5 * Integer.BYTES);
        return compound;
    }

    private static XdrWriter put(final XdrWriter out, final byte[] fixed) {
        out.buffer().putBytes(out.claimPadded(fixed.length), fixed);
        return out;
    }

    private static byte[] bytes(final XdrReader in, final int length) {
        final byte[] bytes = new byte[length];
        in.buffer().getBytes(in.skip(length), bytes);
        return bytes;
    }
}
