// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.rows;

import java.util.Arrays;
import java.util.zip.CRC32;
import org.rpcrdma.conformance.runner.Endpoint;
import org.rpcrdma.conformance.runner.Expect;
import org.rpcrdma.conformance.runner.Pair;
import org.rpcrdma.conformance.runner.TestBuffer;
import org.rpcrdma.conformance.runner.Testbed;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.extended.BlockSignature;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;
import org.rpcrdma.verbs.extended.ExtendedSendRequests;
import org.rpcrdma.verbs.extended.IndirectKey;
import org.rpcrdma.verbs.extended.IndirectKeyAttributes;
import org.rpcrdma.verbs.extended.SignatureCheck;
import org.rpcrdma.verbs.extended.SignatureDomain;
import org.rpcrdma.verbs.extended.SignatureType;

/** Messages of a block through indirect keys that have signatures, on one side or both. */
final class SignedTraffic {
    static final int BLOCK = 512;
    static final int CLIENT_BYTE = 'c';
    static final int SERVER_BYTE = 's';

    private static final int LENGTH = 1024;
    private static final int RIGHTS = Access.LOCAL_WRITE | Access.REMOTE;

    final Pair pair;
    final Side client;
    final Side server;

    SignedTraffic(final Testbed bed, final Pair pair) {
        this.pair = pair;
        client = new Side(bed, pair.client());
        server = new Side(bed, pair.server());
        fill();
    }

    void fill() {
        client.buffer.fill(CLIENT_BYTE);
        server.buffer.fill(SERVER_BYTE);
    }

    /** Sends a message through the client's key to a buffer of the server's, by a key of the server's. */
    void send(final int length, final long address, final int lkey) {
        pair.server().receive(1, address, length, lkey);
        final ExtendedSendRequests sends = pair.client().sends();
        sends.send(2, SendRequests.SIGNALED);
        sends.sge(0, length, client.key.lkey());
        pair.client().post();
        pair.client().nextSuccess("SEND");
        pair.server().nextSuccess("Receive");
    }

    /** Sends a block with what goes over the wire beside it, to the server's key; it arrives as it was. */
    void expectArrives(final int wireLength) {
        fill();
        send(wireLength, 0, server.key.lkey());
        server.buffer.expect(0, BLOCK, CLIENT_BYTE);
        server.buffer.expect(BLOCK, LENGTH - BLOCK, SERVER_BYTE);
        Expect.equal("the client's signatures", SignatureCheck.GOOD, client.key.check());
        Expect.equal("the server's signatures", SignatureCheck.GOOD, server.key.check());
    }

    /**
     * Returns the sends a block to plain memory of the server's, which shows what goes over the wire; returns the
     * signature.
     */
    byte[] signatureOnWire(final int signatureLength) {
        fill();
        send(BLOCK + signatureLength, server.buffer.address(), server.region.lkey());
        server.buffer.expect(0, BLOCK, CLIENT_BYTE);
        final byte[] signature = new byte[signatureLength];
        for (int i = 0; i < signatureLength; i++) {
            signature[i] = server.buffer.get(BLOCK + i);
        }
        return signature;
    }

    /** Returns the CRC of a block of the client's bytes. */
    static long crc32() {
        final byte[] block = new byte[BLOCK];
        Arrays.fill(block, (byte) CLIENT_BYTE);
        final CRC32 crc = new CRC32();
        crc.update(block);
        return crc.getValue();
    }

    static SignatureDomain crc32Domain() {
        return new SignatureDomain(SignatureType.CRC32, BLOCK, -1);
    }

    /** One side's key over the begin of its buffer. */
    static final class Side {
        final IndirectKey key;
        final ExtendedMemoryRegion region;
        final TestBuffer buffer;
        private final Endpoint endpoint;

        private Side(final Testbed bed, final Endpoint endpoint) {
            this.endpoint = endpoint;
            buffer = endpoint.buffer(LENGTH);
            region = bed.own(buffer.register(endpoint.domain(), Access.LOCAL_WRITE));
            key = bed.own(endpoint.domain()
                    .createIndirectKey(new IndirectKeyAttributes(
                            IndirectKeyAttributes.INDIRECT | IndirectKeyAttributes.BLOCK_SIGNATURE, 1)));
        }

        /** Sets the key over bytes of the buffer, with signatures. */
        void sign(final int length, final BlockSignature signature) {
            final ExtendedSendRequests sends = begin(3);
            sends.setSignature(signature);
            layOut(sends, length);
        }

        /** Sets the key over bytes of the buffer as they are. */
        void plain(final int length) {
            layOut(begin(2), length);
        }

        private ExtendedSendRequests begin(final int setters) {
            final ExtendedSendRequests sends = endpoint.sends();
            sends.configure(5, SendRequests.SIGNALED | SendRequests.INLINE, key, setters);
            sends.setAccess(RIGHTS);
            sends.setListLayout();
            return sends;
        }

        private void layOut(final ExtendedSendRequests sends, final int length) {
            sends.sge(buffer.address(), length, region.lkey());
            endpoint.post();
            endpoint.nextSuccess("change of the key");
        }
    }
}
