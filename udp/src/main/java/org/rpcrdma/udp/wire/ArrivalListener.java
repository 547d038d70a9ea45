// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.udp.wire;

import java.nio.ByteBuffer;
import org.rpcrdma.rnic.link.PacketListener;
import org.rpcrdma.rnic.roce.InternetHeader;
import org.rpcrdma.verbs.Gid;

/** A listener for received packets and for the datagrams of a socket. It is called on the loop's thread. */
public interface ArrivalListener extends PacketListener {
    /** Returns true if datagrams should be reported. */
    boolean takesDatagrams();

    /**
     * Returns true if a host's packets must be reported when they arrive, because the listener cannot be notified when
     * they are sent.
     */
    boolean isForeign(Gid host);

    /**
     * Called when a datagram has been sent, or has arrived from a foreign host.
     *
     * @param header   the addresses and ports.
     * @param datagram the datagram's payload, valid only during the call.
     * @param length   the length of the payload in bytes.
     */
    void datagram(InternetHeader header, ByteBuffer datagram, int length);
}
