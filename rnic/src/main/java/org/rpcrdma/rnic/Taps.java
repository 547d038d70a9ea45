// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic;

import org.agrona.DirectBuffer;
import org.rpcrdma.rnic.config.ConnectionMessage;
import org.rpcrdma.rnic.connect.ConnectionListener;
import org.rpcrdma.rnic.link.Packet;
import org.rpcrdma.rnic.link.PacketListener;
import org.rpcrdma.rnic.queue.CompletionEntry;
import org.rpcrdma.rnic.queue.CompletionListener;
import org.rpcrdma.rnic.queue.Operation;
import org.rpcrdma.rnic.queue.PostListener;
import org.rpcrdma.rnic.queue.ReceiveChain;
import org.rpcrdma.rnic.queue.SendChain;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.Gid;

/** Forwards devices' reports to a {@link DeviceTap}, if one is set. */
@SuppressWarnings("exports") // used only by this project's devices
public final class Taps implements CompletionListener, PostListener, PacketListener, ConnectionListener {
    private final boolean isSimulated;
    private final PacketView view = new PacketView();
    private DeviceTap tap;
    private boolean isOn;
    /** Creates datagrams for the tap; null if the tap does not need datagrams. */
    private TappedDatagrams datagrams;

    /**
     * Creates an object without a {@link DeviceTap}.
     *
     * @param isSimulated true if packets and connection messages are not yet encoded as datagrams.
     */
    public Taps(final boolean isSimulated) {
        this.isSimulated = isSimulated;
    }

    /**
     * Sets or removes the tap.
     *
     * @param newTap the tap, or null to remove the current tap.
     */
    public void set(final DeviceTap newTap) {
        tap = newTap;
        isOn = newTap != null;
        datagrams = isOn && newTap.takesDatagrams() ? new TappedDatagrams(newTap) : null;
    }

    /**
     * Returns the object that passes datagrams to the tap.
     *
     * @return the object; null if the tap does not need datagrams.
     */
    public TappedDatagrams datagrams() {
        return datagrams;
    }

    @Override
    public void packetLeaves(final Packet packet, final long nanos) {
        if (isSimulated && datagrams != null) {
            datagrams.packet(packet, nanos);
        }
        tap.onPacket(view.wrap(packet, nanos));
    }

    @Override
    public void connectionMessage(final ConnectionMessage message, final DirectBuffer datagram, final int psn) {
        if (datagrams != null) {
            datagrams.connectionMessage(message, datagram, psn);
        }
        tap.onConnectionMessage(message);
    }

    @Override
    public void sendsPosted(final Gid host, final int queuePair, final SendChain chain) {
        for (int i = 0; i < chain.size(); i++) {
            tap.onSendPosted(
                    host, queuePair, chain.wrIds[i], Operation.completionOpcode(chain.operations[i]), length(chain, i));
        }
    }

    @Override
    public void receivesPosted(final Gid host, final int queuePair, final ReceiveChain chain) {
        for (int i = 0; i < chain.size(); i++) {
            tap.onReceivePosted(host, queuePair, chain.wrIds[i], length(chain, i));
        }
    }

    private static int length(final SendChain chain, final int request) {
        final int first = request * chain.maxSge;
        int length = 0;
        for (int i = first; i < first + chain.sgeCounts[request]; i++) {
            length += chain.lengths[i];
        }
        return length;
    }

    private static int length(final ReceiveChain chain, final int receive) {
        final int first = receive * chain.maxSge;
        int length = 0;
        for (int i = first; i < first + chain.sgeCounts.get(receive); i++) {
            length += chain.lengths.get(i);
        }
        return length;
    }

    @Override
    public boolean isOn() {
        return isOn;
    }

    @Override
    public void completed(final Gid host, final CompletionEntry entry) {
        final boolean isSuccess = entry.status == CompletionStatus.SUCCESS;
        tap.onCompletion(
                host,
                entry.queuePair,
                entry.wrId(),
                entry.status,
                isSuccess ? entry.opcode : 0,
                isSuccess ? entry.byteLength : 0);
    }
}
