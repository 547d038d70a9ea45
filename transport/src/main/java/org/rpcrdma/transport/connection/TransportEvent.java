// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.connection;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Unsigned;

/** A JDK Flight Recorder event of an RPC-over-RDMA endpoint. {@link TransportEvents} creates these events. */
@Category({"rpcrdma", "Transport"})
@StackTrace(false)
public abstract class TransportEvent extends Event {
    @Label("Peer")
    @Description("Address and port of the other side")
    String peer;

    /** The event that records the end of a connection. */
    abstract static class OfConnection extends TransportEvent {
        @Label("Server")
        @Description("True at the server of the connection, false at its client")
        boolean isServer;

        @Label("Connection")
        @Description("The number of the connection at its server or client")
        long connection;
    }

    @Name("org.rpcrdma.ConnectionBegin")
    @Label("RPC Connection Begin")
    @Description("A connection was accepted by a server, or established by a client")
    static final class ConnectionBegin extends OfConnection {}

    @Name("org.rpcrdma.ConnectionEnd")
    @Label("RPC Connection End")
    @Description("A connection ended and released everything, or could not be established")
    static final class ConnectionEnd extends OfConnection {
        @Label("Reason")
        String reason;
    }

    /** The event that records a call, from the time it arrives or is sent until it ends. */
    public abstract static class OfCall extends TransportEvent {
        @Label("Transaction Id")
        @Unsigned
        int xid;

        @Label("Message Length")
        @Description("Bytes received or sent with the transport header or after it, without the data of chunks")
        @DataAmount
        int messageLength;

        @Label("Outcome")
        String outcome;
    }

    @Name("org.rpcrdma.ServerCall")
    @Label("RPC Server Call")
    @Description("From the call's arrival until the reply was sent. Frequent, so disabled by default")
    @Enabled(false)
    static final class ServerCall extends OfCall {
        @Label("Connection")
        @Description("The number of the connection at its server")
        long connection;

        @Label("Reply Length")
        @Description("Bytes sent, without the data of chunks")
        @DataAmount
        int replyLength;
    }

    @Name("org.rpcrdma.ClientCall")
    @Label("RPC Client Call")
    @Description("From the first transmission until the handler is called. Frequent, so disabled by default")
    @Enabled(false)
    static final class ClientCall extends OfCall {
        @Label("Tries")
        @Description("Number of times that the call was sent")
        int tries;
    }

    @Name("org.rpcrdma.Retransmission")
    @Label("RPC Retransmission")
    @Description("A call was sent again because its connection was lost")
    static final class Retransmission extends TransportEvent {
        @Label("Transaction Id")
        @Unsigned
        int xid;

        @Label("Tries")
        @Description("Number of times that the call was sent, including this time")
        int tries;
    }
}
