// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.rnic.roce.ManagementLayout;
import org.rpcrdma.rnic.roce.Opcodes;

/**
 * A table of all connections in a capture. A connection is looked up by the addresses and the destination queue pair of
 * a packet.
 *
 * <p>A packet contains only its destination queue pair, but a connection request and its reply show which two
 * directions form a connection. If the set-up was not captured, other evidence is used to pair two directions: one of
 * them contains an acknowledgement whose sequence number belongs to the other's requests, or a reply whose transaction
 * id belongs to the other's call. If no such packet arrives while packets are held, and there is only one unpaired
 * direction between the same addresses, that direction becomes the partner. Later evidence can revise this guess.
 *
 * <p>A packet never causes a search through all connections, because a crafted capture may contain very many similar
 * connections.
 */
final class ConnectionTable {
    /** The maximum number of tracked connections, which limits the use of memory. */
    static final int MAX_CONNECTIONS = 1 << 14;

    private final AddressHash hash = new AddressHash();
    private final DirectionTable directions = new DirectionTable(hash);
    private final UnpairedDirections unpaired = new UnpairedDirections(hash);
    private final ConnectionRequests requests = new ConnectionRequests();
    private final Copies copies = new Copies();
    private final Emitter emitter;
    private final EarlyReplies earlyReplies;
    private int live;
    private int connections;

    ConnectionTable(final Emitter emitter) {
        this.emitter = emitter;
        earlyReplies = new EarlyReplies(emitter.holdings, reply -> establish(reply, null));
    }

    void onPacket(final CapturedPacket packet) {
        emitter.holdings.onPacket(packet);
        if ((packet.opcode & Opcodes.TRANSPORT) == Opcodes.DATAGRAM) {
            if (isManagement(packet)) {
                onManagement(packet);
            }
            return;
        }
        Direction direction = directions.find(packet);
        if (direction != null && isReusedAfterClose(direction, packet)) {
            remove(direction.connection());
            direction = null;
        }
        if (direction == null) {
            direction = appear(packet);
        }
        if (direction == null) {
            emitter.counts.untrackedPackets++;
        } else if (copies.isCopy(packet, direction)) {
            emitter.counts.copies++;
        } else {
            pair(packet, direction);
            direction.connection().onPacket(packet, direction);
        }
    }

    private static boolean isManagement(final CapturedPacket packet) {
        return !packet.cut
                && packet.destinationQueuePair == ManagementLayout.QUEUE_PAIR
                && ManagementLayout.isConnectionManagement(packet.buffer, packet.payloadOffset, packet.payloadLength);
    }

    private static boolean isReusedAfterClose(final Direction direction, final CapturedPacket packet) {
        return direction.connection().isClosed()
                && !Opcodes.isResponse(packet.opcode)
                && direction.sequence().started()
                && !direction.sequence().isNear(packet.psn);
    }

    /** Ends all connections, in order, at the end of the capture. */
    void end() {
        earlyReplies.end();
        final List<ObservedConnection> open = open();
        open.forEach(ObservedConnection::deliver);
        open.removeIf(ObservedConnection::isAbsorbed);
        open.forEach(ObservedConnection::end);
    }

    private List<ObservedConnection> open() {
        final List<ObservedConnection> open = new ArrayList<>();
        directions.forEach(direction -> {
            if (direction.connection().first() == direction) {
                open.add(direction.connection());
            }
        });
        open.sort(Comparator.comparingInt(ObservedConnection::serial));
        return open;
    }

    /**
     * Creates the direction for a packet that belongs to no known direction. Returns null if the table is full and
     * every connection already has two directions.
     */
    private Direction appear(final CapturedPacket packet) {
        final ObservedConnection connection = newConnection();
        if (connection == null) {
            return appearInFullTable(packet);
        }
        connection.awaitSetUp();
        final Direction direction = add(Endpoints.of(packet), connection);
        unpaired.add(direction);
        return direction;
    }

    /**
     * Returns the second direction of an existing connection when the table is full, or null if every connection
     * already has two directions.
     */
    private Direction appearInFullTable(final CapturedPacket packet) {
        final Direction partner = unpaired.oldestBackOf(packet);
        if (partner == null) {
            return null;
        }
        unpaired.remove(partner);
        partner.connection().guess();
        return add(Endpoints.of(packet), partner.connection());
    }

    /** Searches for the partner of a direction whose partner is unknown or has only been guessed. */
    private void pair(final CapturedPacket packet, final Direction direction) {
        final ObservedConnection connection = direction.connection();
        if (connection.second() != null) {
            connection.confirm(packet, direction);
            return;
        }
        final Direction partner = unpaired.partnerOf(direction, packet);
        if (partner != null) {
            join(direction, partner);
        }
    }

    /**
     * Guesses the partner of a connection's only direction, after neither the set-up nor other evidence has arrived.
     */
    private void guess(final ObservedConnection connection) {
        final Direction direction = connection.first();
        final Direction partner = direction.isUnpaired ? unpaired.onlyBackOf(direction) : null;
        if (partner != null) {
            join(direction, partner);
            direction.connection().guess();
        }
    }

    /** Joins two directions into one connection. */
    private void join(final Direction one, final Direction other) {
        unpaired.remove(one);
        unpaired.remove(other);
        final boolean isOneFirst = one.connection().isBefore(other.connection());
        final ObservedConnection kept = (isOneFirst ? one : other).connection();
        kept.absorb((isOneFirst ? other : one).connection());
        live--;
    }

    private ObservedConnection newConnection() {
        if (live == MAX_CONNECTIONS) {
            return null;
        }
        live++;
        return new ObservedConnection(connections++, emitter, this::guess);
    }

    private Direction add(final Endpoints endpoints, final ObservedConnection connection) {
        final Direction direction = new Direction(endpoints, connection, emitter);
        directions.add(direction);
        connection.add(direction);
        return direction;
    }

    private void remove(final ObservedConnection connection) {
        for (final Direction direction : Arrays.asList(connection.first(), connection.second())) {
            if (direction != null) {
                directions.remove(direction);
                unpaired.remove(direction);
            }
        }
        connection.end();
        live--;
    }

    private void onManagement(final CapturedPacket packet) {
        switch (packet.get(ManagementLayout.ATTRIBUTE)) {
            case ManagementLayout.CONNECT_REQUEST -> onRequest(packet);
            case ManagementLayout.CONNECT_REPLY -> onReply(packet);
            case ManagementLayout.DISCONNECT_REQUEST -> onDisconnect(packet);
            case ManagementLayout.CONNECT_REJECT ->
                ended(CapturedEnd.NONE, packet, false, packet.get(ManagementLayout.REJECT_REASON));
            default -> {
                // Other management datagrams do not affect connections.
            }
        }
    }

    private void onRequest(final CapturedPacket packet) {
        requests.add(packet);
        final CapturedPacket reply = earlyReplies.take(packet);
        if (reply != null) {
            onReply(reply);
        }
    }

    /** Processes a server's reply, which contains the communication id of the request. */
    private void onReply(final CapturedPacket packet) {
        final ConnectionRequests.Request request =
                requests.find(fromClient(packet), packet.get(ManagementLayout.REMOTE_ID));
        if (request == null) {
            earlyReplies.add(packet);
        } else {
            establish(packet, request);
        }
    }

    /**
     * Returns the endpoints of the client's direction. Its destination is the queue pair that the server's reply
     * contains.
     */
    private static Endpoints fromClient(final CapturedPacket reply) {
        return Endpoints.of(reply).back(reply.get(ManagementLayout.REPLY_QUEUE_PAIR));
    }

    /** Establishes a connection from a reply and its request. The request may be null. */
    private void establish(final CapturedPacket packet, final ConnectionRequests.Request request) {
        final int clientId = packet.get(ManagementLayout.REMOTE_ID);
        final int serverId = packet.get(ManagementLayout.LOCAL_ID);
        final Endpoints fromClient = fromClient(packet);
        final Direction before = directions.find(fromClient);
        if (before != null && before.connection().isEstablishedBy(clientId, serverId)) {
            return;
        }
        final Endpoints fromServer =
                request == null ? null : Endpoints.of(packet).to(request.queuePair());
        final ObservedConnection connection = connectionOf(fromClient, fromServer);
        if (connection == null) {
            return;
        }
        final Direction client = directionOf(fromClient, connection);
        connection.established(client, clientId, serverId);
        if (request == null) {
            if (connection.peerOf(client) == null) {
                unpaired.add(client);
            }
        } else {
            connection.wholeness().begun();
            client.beginAt(packet.get(ManagementLayout.REPLY_PSN));
            directionOf(fromServer, connection).beginAt(request.startingPsn());
            emitter.listener.onConnect(new CapturedConnect(
                    connection.id(),
                    packet.frameNumber,
                    request.port(),
                    request.privateData(),
                    new UnsafeBuffer(ManagementLayout.REPLY_PRIVATE_DATA.get(packet.buffer, packet.payloadOffset))));
        }
        connection.begin();
    }

    /**
     * Returns the connection to which the packets before this set-up belong, or a new connection. Returns null if there
     * are too many connections.
     */
    private ObservedConnection connectionOf(final Endpoints fromClient, final Endpoints fromServer) {
        final Direction client = directions.find(fromClient);
        final Direction server = fromServer == null ? null : directions.find(fromServer);
        final Direction early = client == null ? server : client;
        if (client != null && server != null && isAwaitingSetUp(client) && isAwaitingSetUp(server)) {
            join(client, server);
            return client.connection();
        }
        if (early != null
                && early.connection().isAwaitingSetUp()
                && early.connection().isOf(fromClient, fromServer)) {
            unpaired.remove(early);
            removeOther(early, server);
            return early.connection();
        }
        removeAt(fromClient);
        if (fromServer != null) {
            removeAt(fromServer);
        }
        return newConnection();
    }

    /**
     * Returns true if the connection of a direction is still waiting for its set-up, which means that its packets are
     * held and it has no other direction.
     */
    private static boolean isAwaitingSetUp(final Direction direction) {
        return direction.connection().second() == null && direction.connection().isAwaitingSetUp();
    }

    /**
     * Ends the connection of {@code other}, because its queue pair is being reused. Does nothing if {@code kept}
     * belongs to the same connection.
     */
    private void removeOther(final Direction kept, final Direction other) {
        if (other != null && other.connection() != kept.connection()) {
            remove(other.connection());
        }
    }

    private Direction directionOf(final Endpoints endpoints, final ObservedConnection connection) {
        final Direction known = directions.find(endpoints);
        return known == null ? add(endpoints, connection) : known;
    }

    private void removeAt(final Endpoints endpoints) {
        final Direction direction = directions.find(endpoints);
        if (direction != null) {
            remove(direction.connection());
        }
    }

    private void onDisconnect(final CapturedPacket packet) {
        final Direction direction =
                directions.find(Endpoints.of(packet).to(packet.get(ManagementLayout.DISCONNECT_QUEUE_PAIR)));
        if (direction != null) {
            final ObservedConnection connection = direction.connection();
            connection.close();
            ended(connection.id(), packet, connection.client() == direction, 0);
        }
    }

    private void ended(final int connection, final CapturedPacket packet, final boolean fromClient, final int reason) {
        final Endpoints endpoints = Endpoints.of(packet);
        emitter.listener.onEnd(new CapturedEnd(
                connection,
                packet.frameNumber,
                packet.relativeNanos,
                endpoints.source(),
                endpoints.destination(),
                fromClient,
                reason));
    }
}
