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
import jdk.jfr.Registered;
import jdk.jfr.StackTrace;
import jdk.jfr.Unsigned;

/** A JDK Flight Recorder event of an RPC-over-RDMA endpoint. {@link TransportEvents} creates these events. */
@Category({"rpcrdma", "Transport"})
@StackTrace(false)
@Registered(false)
public abstract class TransportEvent extends Event {
    @Label("Peer")
    @Description("The peer's address and port")
    String peer;

    /** The event that records the end of a connection. */
    abstract static class OfConnection extends TransportEvent {
        @Label("Server")
        @Description("True on the server, false on the client")
        boolean isServer;

        @Label("Connection")
        @Description("The number that the server or client assigned to the connection")
        long connection;
    }

    @Name("org.rpcrdma.ConnectionBegin")
    @Label("RPC Connection Begin")
    @Description("A server accepted a connection, or a client established a connection")
    static final class ConnectionBegin extends OfConnection {}

    @Name("org.rpcrdma.ConnectionEnd")
    @Label("RPC Connection End")
    @Description("A connection ended and released its resources, or could not be established")
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
        @Description(
                "The number of bytes in the message, excluding chunk data. On the server, the transport header is included")
        @DataAmount
        int messageLength;

        @Label("Outcome")
        String outcome;
    }

    @Name("org.rpcrdma.ServerCall")
    @Label("RPC Server Call")
    @Description(
            "The time from a call's arrival until its reply is sent. Disabled by default because the event is frequent")
    @Enabled(false)
    static final class ServerCall extends OfCall {
        @Label("Connection")
        @Description("The number that the server assigned to the connection")
        long connection;

        @Label("Reply Length")
        @Description("The number of bytes sent, excluding chunks")
        @DataAmount
        int replyLength;
    }

    @Name("org.rpcrdma.ClientCall")
    @Label("RPC Client Call")
    @Description(
            "The time from when a call is first sent until its handler is called. Disabled by default because the event is frequent")
    @Enabled(false)
    static final class ClientCall extends OfCall {
        @Label("Tries")
        @Description("The number of times that the call was sent")
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
        @Description("The number of times that the call was sent, including this time")
        int tries;
    }
}
