// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The client addresses that may mount the export and call the server. Immutable. */
final class Allowed {
    /** Allows every address. */
    static final Allowed EVERYBODY = new Allowed(List.of());

    /** Matches addresses. Names do not match, so the server never queries a name server. */
    private static final Pattern ADDRESS = Pattern.compile("\\d+(\\.\\d+){3}|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");

    private record Network(byte[] address, int prefix) {
        boolean has(final byte[] other) {
            final BigInteger differing = new BigInteger(1, address).xor(new BigInteger(1, other));
            return other.length == address.length && differing.bitLength() <= address.length * Byte.SIZE - prefix;
        }
    }

    /** The networks, as the user entered them. */
    final List<String> names;

    private final List<Network> networks = new ArrayList<>();

    /**
     * Creates a list of networks. An empty list allows every address.
     *
     * @param names addresses, each with an optional prefix length: 10.0.0.0/8, fd00::1.
     * @throws IllegalArgumentException if an entry is not an address; the message contains the entry.
     */
    Allowed(final List<String> names) {
        this.names = List.copyOf(names);
        names.forEach(name -> networks.add(network(name)));
    }

    private static Network network(final String name) {
        final String[] parts = name.split("/", 2);
        if (!ADDRESS.matcher(parts[0]).matches()) {
            throw new IllegalArgumentException(name + " is not an address or ADDRESS/PREFIX");
        }
        try {
            final byte[] address = InetAddress.getByName(parts[0]).getAddress();
            final int prefix = parts.length == 1 ? address.length * Byte.SIZE : Integer.parseInt(parts[1]);
            if (prefix < 0 || prefix > address.length * Byte.SIZE) {
                throw new IllegalArgumentException(
                        name + ": the prefix length must be 0 to " + address.length * Byte.SIZE);
            }
            return new Network(address, prefix);
        } catch (final UnknownHostException | NumberFormatException e) {
            throw new IllegalArgumentException(name + " is not an address or ADDRESS/PREFIX", e);
        }
    }

    boolean hasAll() {
        return networks.isEmpty();
    }

    boolean has(final InetAddress address) {
        final byte[] bytes = address.getAddress();
        return hasAll() || networks.stream().anyMatch(network -> network.has(bytes));
    }
}
