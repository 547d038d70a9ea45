// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.udp.wire;

import java.nio.ByteBuffer;
import org.rpcrdma.rnic.link.PacketListener;
import org.rpcrdma.rnic.roce.InternetHeader;
import org.rpcrdma.verbs.Gid;

/** Is notified of received packets, and of the datagrams of a socket, on the loop's thread. */
public interface ArrivalListener extends PacketListener {
    /** Returns true if it wants to be notified of datagrams. */
    boolean takesDatagrams();

    /** Returns true if a host's packets are reported when they arrive: the listener did not see them leave. */
    boolean isForeign(Gid host);

    /**
     * Called when a datagram was sent, or arrived from a foreign host.
     *
     * @param header the addresses and ports.
     * @param datagram its payload, valid during the call.
     * @param length bytes of the payload.
     */
    void datagram(InternetHeader header, ByteBuffer datagram, int length);
}
