// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/**
 * Reads the licences of a jar in the local repository from its POM, or from the nearest parent that declares licences.
 */
final class PomLicences {
    private PomLicences() {}

    static List<String> of(final Path jar) throws IOException {
        final Path folder = jar.getParent();
        final String version = folder.getFileName().toString();
        final String artifact = folder.getParent().getFileName().toString();
        Path pom = folder.resolve(artifact + "-" + version + ".pom");
        Path repository = null;
        while (true) {
            final Element project = parse(pom);
            final List<String> names = names(project);
            final Element parent = child(project, "parent");
            if (!names.isEmpty() || parent == null) {
                return names;
            }
            if (repository == null) {
                final Element own = child(project, "groupId");
                repository = repository(folder, (own == null ? child(parent, "groupId") : own).getTextContent());
            }
            pom = pom(repository, parent);
        }
    }

    private static Path repository(final Path folder, final String group) {
        Path root = folder.getParent().getParent();
        for (int i = 0; i < group.split("\\.").length; i++) {
            root = root.getParent();
        }
        return root;
    }

    private static Path pom(final Path repository, final Element parent) {
        final String group = child(parent, "groupId").getTextContent().strip();
        final String artifact = child(parent, "artifactId").getTextContent().strip();
        final String version = child(parent, "version").getTextContent().strip();
        return repository
                .resolve(group.replace('.', '/'))
                .resolve(artifact)
                .resolve(version)
                .resolve(artifact + "-" + version + ".pom");
    }

    private static List<String> names(final Element project) {
        final List<String> names = new ArrayList<>();
        final Element licences = child(project, "licenses");
        if (licences != null) {
            for (Node licence = licences.getFirstChild(); licence != null; licence = licence.getNextSibling()) {
                if (licence instanceof Element element) {
                    names.add(child(element, "name").getTextContent().strip());
                }
            }
        }
        return names;
    }

    private static Element child(final Element parent, final String name) {
        for (Node child = parent.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child instanceof Element element && element.getTagName().equals(name)) {
                return element;
            }
        }
        return null;
    }

    private static Element parse(final Path pom) throws IOException {
        try {
            return DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(pom.toFile())
                    .getDocumentElement();
        } catch (final ParserConfigurationException | SAXException e) {
            throw new IOException("unreadable POM: " + pom, e);
        }
    }
}
