// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.requester;

import java.util.BitSet;
import org.rpcrdma.nic.link.Packet;
import org.rpcrdma.nic.link.Psn;
import org.rpcrdma.nic.queue.SendArguments;
import org.rpcrdma.nic.queue.SendQueue;
import org.rpcrdma.nic.transmit.SimulatedAddressHandle;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.extended.AddressHandle;
import org.rpcrdma.verbs.extended.DynamicConnection;

/**
 * The sending end of dynamic connections: the connection at work, and the streams in error
 * (mlx5dv_create_qp(3), mlx5dv_dci_stream_id_reset(3)).
 *
 * <p>A connection is to one target and for one stream. Another begins when nothing is outstanding; the numbers of
 * packets go on, so that a number tells which connection an answer is of:
 *
 * <pre>
 * requests     A1 A1 A1 | B1 B1 | B2 | A1      target, stream
 * numbers      100 ...  | 140.. |168 | 170
 * connection   100      | 140   |168 | 170     the first number, which every packet brings
 * </pre>
 *
 * <p>So whatever was on its way with a request that fails is of the same stream, and nothing is ever sent twice for
 * another stream's failure. Streams do not overlap in time here as they may on hardware.
 */
public final class DynamicInitiator {
    public static final int LOG_STREAMS = 16;

    private final SendQueue queue;
    private final int fatalErrors;
    private final BitSet errored = new BitSet();
    /** Null while there is no connection. */
    private AddressHandle handle;

    private int target;
    private long key;
    private int stream;
    private long firstPsn;

    public DynamicInitiator(final SendQueue queue, final DynamicConnection attributes) {
        this.queue = queue;
        fatalErrors = 1 << attributes.logErroredStreams();
    }

    /** Returns true if the connection at work is that of a request. */
    boolean isConnectedFor(final int slot) {
        final SendArguments arguments = queue.arguments;
        return arguments.handles[slot] == handle
                && arguments.targets[slot] == target
                && arguments.dynamicKeys[slot] == key
                && arguments.streams[slot] == stream;
    }

    /** Begins the connection of a request, with a number. */
    void connect(final int slot, final long psn) {
        final SendArguments arguments = queue.arguments;
        handle = arguments.handles[slot];
        target = arguments.targets[slot];
        key = arguments.dynamicKeys[slot];
        stream = arguments.streams[slot];
        firstPsn = psn;
    }

    /** Makes a packet one of the connection. */
    void address(final Packet packet) {
        packet.sendTo(((SimulatedAddressHandle) handle).find(target));
        packet.dynamicKey = key;
        packet.connectionPsn = (int) (firstPsn & Psn.MASK);
    }

    /** Returns true if the stream of a request is in error. */
    boolean isInError(final int slot) {
        return errored.get(queue.arguments.streams[slot]);
    }

    /** Ends the connection with a failed request, whose stream is in error now. Returns true if others can go on. */
    boolean outlives(final int slot) {
        handle = null;
        if (!isOfStream(queue.at(slot).status)) {
            return false;
        }
        errored.set(stream);
        return errored.cardinality() < fatalErrors;
    }

    /** Returns true if the peer, or the way to it, is the reason. */
    private static boolean isOfStream(final int status) {
        return switch (status) {
            case CompletionStatus.REM_INV_REQ_ERR,
                    CompletionStatus.REM_ACCESS_ERR,
                    CompletionStatus.REM_OP_ERR,
                    CompletionStatus.RETRY_EXC_ERR,
                    CompletionStatus.RNR_RETRY_EXC_ERR -> true;
            default -> false;
        };
    }

    public void reset(final int id) {
        errored.clear(id);
    }
}
